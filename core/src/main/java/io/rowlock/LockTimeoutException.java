package io.rowlock;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lock was taken all the time that the caller was willing to wait. Busy, not broken. */
public final class LockTimeoutException extends LockException {
    private static final long serialVersionUID = 1L;

    private static final String NESTED =
            ". It is held by this very thread, through the same Rowlock: holds are not reentrant;"
                    + " close the first hold, or hand it to the code that needs it";
    private static final String OWN =
            ". It is held by this very process, through the same Rowlock: if the work that waits is part"
                    + " of the work that holds it, hand the hold over; if not, wait longer";

    /** The name of the lock that was waited for. */
    private final String name;

    /** Its slot. */
    private final int slot;

    private final transient @Nullable LockStatus holder;

    /** Whether the lock is held by the client that waited. */
    private final boolean heldByThisClient;

    /**
     * A wait that ended without the lock.
     *
     * @param key which lock
     * @param waited how long
     * @param holder what was last known of who has it
     * @param heldByThisClient whether it is held by the very client that waited
     */
    public LockTimeoutException(LockKey key, Duration waited, Optional<LockStatus> holder, boolean heldByThisClient) {
        this(key, waited, holder, heldByThisClient ? OWN : "");
    }

    private LockTimeoutException(LockKey key, Duration waited, Optional<LockStatus> holder, String own) {
        super("lock '" + key + "' was not free within " + waited.toMillis() + " ms: "
                + holder.map(LockTimeoutException::describe)
                        .orElse("its holder is unknown, because others of this process stood before in line")
                + own);
        name = key.name();
        slot = key.slot();
        this.holder = holder.orElse(null);
        heldByThisClient = !own.isEmpty();
    }

    /**
     * A wait that timed out because the waiting thread has the lock itself.
     *
     * @param key which lock
     * @param waited how long
     * @param holder what was last known of who has it
     * @return the exception
     */
    public static LockTimeoutException nested(LockKey key, Duration waited, Optional<LockStatus> holder) {
        return new LockTimeoutException(key, waited, holder, NESTED);
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
