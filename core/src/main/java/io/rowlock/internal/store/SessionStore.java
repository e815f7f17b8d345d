package io.rowlock.internal.store;

import io.rowlock.internal.time.Terms;
import java.util.List;

/**
 * Rows that stand for many grants at once, so that keeping all grants of a process costs one row.
 *
 * <p>A grant that a session has adopted is honoured until its own expiry or until the session's, whichever is later. Once a
 * session has ended, for whatever reason, it is never prolonged again; its grants then have what is left of it. Used like
 * the {@link LockStore} that it belongs to: by one thread, and each method fails as its methods do.
 */
public interface SessionStore {

    /** How the id of a session begins, so that the rows of all sessions stand together in the key's order. */
    String SESSION_PREFIX = "session.";

    /**
     * Begins a session, on the terms of the grants that it is to adopt.
     *
     * @param id what tells it from every other, ever: 32 characters, see {@link #SESSION_PREFIX}
     * @param terms how long it lasts unless prolonged
     * @param owner whose it is, for people to read
     */
    void open(String id, Terms terms, String owner);

    /**
     * Prolongs a session, for its lease from now.
     *
     * @param id which
     * @return false if it has ended, or an open transaction has its row locked: nothing was changed, so its grants must be
     *     looked after one by one
     */
    boolean beat(String id);

    /**
     * Renews each grant that still stands, as {@link LockStore#renew} does, and has the session adopt it. A grant that
     * another session has adopted is answered as locked.
     *
     * @param id which session
     * @param grants which, at most one for a lock
     * @return an answer for each
     */
    List<GrantOutcome> adopt(String id, List<Grant> grants);

    /**
     * Renews each grant that still stands, as {@link LockStore#renew} does, and has it leave the session, if it belongs to
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
