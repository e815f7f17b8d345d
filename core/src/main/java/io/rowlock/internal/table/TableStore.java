package io.rowlock.internal.table;

import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import java.time.Duration;

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
     * Moves the expiry of a grant that still stands, and whose lease still runs, on from where it is. Not to be repeated
     * after an unknown outcome, because it would move twice.
     *
     * @param grant which
     * @param by how far
     * @return the answer
     */
    GrantOutcome prolong(Grant grant, Duration by);
}
