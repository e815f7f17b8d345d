package io.rowlock.internal.store;

import io.rowlock.internal.time.Terms;
import java.util.List;

/**
 * Rows that stand for many grants at once, so that keeping all grants of a process costs one row.
 *
 * <p>A grant that has joined a session is valid until its own expiry or until the session's, whichever is later. Once a
 * session has ended, for whatever reason, it is never renewed again; its grants then have the rest of its lease. Used like
 * the {@link LockStore} that it belongs to: by one thread, and each method fails as its methods do.
 */
public interface SessionStore {

    /** How the id of a session begins, so that the rows of all sessions stand together in the key's order. */
    String SESSION_PREFIX = "session.";

    /**
     * Begins a session, on the terms of the grants that will join it.
     *
     * @param id an id that no other session ever has: 32 characters, see {@link #SESSION_PREFIX}
     * @param terms how long it lasts unless renewed
     * @param owner a description of its process for people
     */
    void open(String id, Terms terms, String owner);

    /**
     * Renews a session, for its lease from now.
     *
     * @param id which
     * @return false if it has ended, or an open transaction has its row locked: nothing was changed, so its grants must be
     *     renewed one by one
     */
    boolean heartbeat(String id);

    /**
     * Renews each grant that still stands, as {@link LockStore#renew} does, and joins it to the session. A grant of
     * another session is answered as locked.
     *
     * @param id which session
     * @param grants which, at most one for a lock
     * @return an answer for each
     */
    List<GrantOutcome> join(String id, List<Grant> grants);

    /**
     * Renews each grant that still stands, as {@link LockStore#renew} does, and removes it from the session, if it belongs to
     * it.
     *
     * @param id which session
     * @param grants which, at most one for a lock
     * @return an answer for each
     */
    List<GrantOutcome> leave(String id, List<Grant> grants);

    /**
     * Ends a session whose grants have been released. Its row may serve as another session from now on.
     *
     * @param id which
     */
    void close(String id);
}
