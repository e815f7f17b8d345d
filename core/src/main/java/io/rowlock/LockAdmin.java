package io.rowlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The operator's view of a lock table. Thread-safe; every call asks the database, and throws {@link LockStoreException}
 * when it cannot be asked.
 */
public interface LockAdmin {

    /** The lock for which {@link #diagnose} races, to see that one wins. */
    String PROBE_LOCK = "rowlock:doctor";

    /**
     * The locks that are not free at this moment, in the order of their names.
     *
     * @return what is known of each
     */
    List<LockStatus> locks();

    /**
     * Every lock that the table knows, free ones too, in the order of their names.
     *
     * @return what is known of each
     */
    List<LockStatus> allLocks();

    /**
     * One lock.
     *
     * @param name its name
     * @return what is known of it; empty when the table has never seen it
     */
    Optional<LockStatus> find(String name);

    /**
     * Ends a hold at its present expiry: from now on its renewals are rejected, and its holder learns of the loss at the
     * next one. The lock is free once the expiry and the grace have passed, so no promise is given up. A keep-for ends
     * at once.
     *
     * @param name the lock's name
     * @param token the token of the hold that is meant, as {@link #find} returned it
     * @return what was done
     */
    Revocation revoke(String name, long token);

    /**
     * Frees a lock at once, whatever its holder believes. This gives up S2 and L3 for that hold: until its holder next
     * asks the database, two may believe that they have the lock.
     *
     * @param name the lock's name
     * @param token the token of the hold that is meant, as {@link #find} returned it
     * @return what was done
     */
    Revocation revokeNow(String name, long token);

    /**
     * Deletes the rows of locks that are free and were last used before the given time. Tokens go on increasing
     * afterwards.
     *
     * @param unusedFor how long a lock must have been unused; at least a day
     * @return how many rows were deleted
     * @throws IllegalArgumentException if less than a day was asked for
     */
    int purge(Duration unusedFor);

    /**
     * Looks for what puts the promises at risk: settings with which the database may forget a grant, replicas and clusters,
     * a table that was changed, connections that are not what they should be, a clock that runs at another rate than this
     * process's, an update that lets two win.
     *
     * <p>Takes about a second, and two connections at once for a moment. It races for the lock {@value #PROBE_LOCK},
     * whose row stays behind, free. Checks that this user has no privilege for are skipped.
     *
     * @return what was found, the worst first; empty when nothing was
     */
    List<Finding> diagnose();
}
