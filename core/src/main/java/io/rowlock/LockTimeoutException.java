package io.rowlock;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lock was taken all the time that the caller was willing to wait. Busy, not broken. */
public final class LockTimeoutException extends LockException {
    private static final long serialVersionUID = 1L;

    /** The name of the lock that was waited for. */
    private final String name;

    /** Its slot. */
    private final int slot;

    private final transient @Nullable LockStatus holder;

    /** Whether the lock is held by the client that waited. */
    private final boolean heldByThisClient;

    /**
     * A wait that ended in vain.
     *
     * @param key which lock
     * @param waited how long
     * @param holder what was last known of who has it
     * @param heldByThisClient whether it is held by the very client that waited
     */
    public LockTimeoutException(LockKey key, Duration waited, Optional<LockStatus> holder, boolean heldByThisClient) {
        super(describe(key, waited, holder, heldByThisClient));
        name = key.name();
        slot = key.slot();
        this.holder = holder.orElse(null);
        this.heldByThisClient = heldByThisClient;
    }

    private static String describe(LockKey key, Duration waited, Optional<LockStatus> holder, boolean own) {
        StringBuilder text = new StringBuilder("lock '" + key + "' was not free within " + waited.toMillis() + " ms: ");
        text.append(holder.map(LockTimeoutException::describe)
                .orElse("its holder is unknown, because others of this process stood before in line"));
        if (own) {
            text.append(". It is held by this very process, through the same Rowlock: holds are not reentrant;"
                    + " close the first hold, or hand it to the code that needs it");
        }
        return text.toString();
    }

    private static String describe(LockStatus status) {
        return "held by " + LockText.printable(status.owner()) + " since " + status.since() + " (token "
                + status.token() + ", " + status.renewals() + " renewals, lease until " + status.until()
                + " by the database's clock)";
    }

    /**
     * Which lock was waited for.
     *
     * @return its key
     */
    public LockKey key() {
        return new LockKey(name, slot);
    }

    /**
     * The last known status of the lock, with its holder.
     *
     * @return its status; empty if that was not learnt, or this exception has travelled since
     */
    public Optional<LockStatus> holder() {
        return Optional.ofNullable(holder);
    }

    /**
     * Whether the lock is held by the very client that waited for it.
     *
     * @return true if so
     */
    public boolean heldByThisClient() {
        return heldByThisClient;
    }
}
