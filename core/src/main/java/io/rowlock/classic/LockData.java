package io.rowlock.classic;

import java.util.Objects;

/**
 * A row of the table {@code locks}. A value as the original had it: it judges by this JVM's clock, and Rowlock itself
 * decides nothing by it.
 */
public final class LockData {
    private final String type;
    private final String id;
    private final String lockId;
    private final long expirationTime;

    /**
     * A row.
     *
     * @param type what kind of thing is locked
     * @param id which one
     * @param lockId the lock's id
     * @param expirationTime when it ends, in milliseconds since 1970
     */
    public LockData(String type, String id, String lockId, long expirationTime) {
        this.type = Objects.requireNonNull(type, "type");
        this.id = Objects.requireNonNull(id, "id");
        this.lockId = Objects.requireNonNull(lockId, "lockId");
        this.expirationTime = expirationTime;
    }

    /**
     * The kind of thing that is locked.
     *
     * @return its type
     */
    public String getType() {
        return type;
    }

    /**
     * Which thing is locked.
     *
     * @return its id
     */
    public String getId() {
        return id;
    }

    /**
     * The lock's id.
     *
     * @return what {@link LockId#getValue()} says
     */
    public String getLockId() {
        return lockId;
    }

    /**
     * When it ends.
     *
     * @return milliseconds since 1970
     */
    public long getExpirationTime() {
        return expirationTime;
    }

    /**
     * Whether it has ended, by this JVM's clock. Rowlock itself never asks: the database decides.
     *
     * @return true if so
     */
    public boolean isExpired() {
        return expirationTime < System.currentTimeMillis();
    }
}
