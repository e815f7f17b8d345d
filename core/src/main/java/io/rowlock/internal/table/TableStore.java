package io.rowlock.internal.table;

import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import java.time.Duration;
import java.util.Optional;

/**
 * A store on a table whose shape others have chosen. It carries no token, no keep-for and no session: the tokens of its
 * grants only number them within the process, and an operator's calls find nothing to do.
 */
public interface TableStore extends LockStore {

    /**
     * The row that a request holds, or held last.
     *
     * @param requestId the claim that the grant answered
     * @return the row, if there is one
     */
    LockRows findByRequest(String requestId);

    /**
     * Reads a grant, for {@link #release(Grant, Grant.Seen, long)}.
     *
     * @param grant which
     * @return its state; empty if another has the row, or nobody
     */
    Optional<Grant.Seen> snapshot(Grant grant);

    /**
     * Releases a grant whose owner may be granted the same lock again: only if its expiry is still the one that was seen, and not
     * after a latest time. So a statement that the database executes late does not release the owner's next grant.
     *
     * @param grant which
     * @param seen its state
     * @param notAfter the database's time in microseconds after which nothing is released
     * @return the answer
     * @throws io.rowlock.internal.store.StoreException also if the grant stands as it was seen, and the latest time has passed
     */
    GrantOutcome release(Grant grant, Grant.Seen seen, long notAfter);

    /**
     * Moves the expiry of a grant that still stands, and whose lease still runs, on from where it is. Not to be repeated
     * after an unknown outcome, because it would move twice.
     *
     * @param grant which
     * @param by how far
     * @return the answer
     */
    GrantOutcome prolong(Grant grant, Duration by);
}
