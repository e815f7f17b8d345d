package io.rowlock.internal.sql;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.SessionStore;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The statements of one database for {@link SessionStore}, and those that others need before they take a grant that belonged
 * to a session. Immutable and thread-safe.
 */
public interface SessionSql {

    /**
     * See {@link SessionStore#open}.
     *
     * @param connection to use
     * @param id its unique id
     * @param terms its terms
     * @param owner its owner
     * @throws SQLException when it fails
     */
    void open(Connection connection, String id, Terms terms, String owner) throws SQLException;

    /**
     * See {@link SessionStore#heartbeat}.
     *
     * @param connection to use
     * @param id the session
     * @return false if nothing was changed
     * @throws SQLException when it fails
     */
    boolean heartbeat(Connection connection, String id) throws SQLException;

    /**
     * See {@link SessionStore#join}.
     *
     * @param connection to use
     * @param id the session
     * @param grants the grants
     * @return an answer for each
     * @throws SQLException when it fails
     */
    List<GrantOutcome> join(Connection connection, String id, List<Grant> grants) throws SQLException;

    /**
     * See {@link SessionStore#leave}.
     *
     * @param connection to use
     * @param id the session
     * @param grants the grants
     * @return an answer for each
     * @throws SQLException when it fails
     */
    List<GrantOutcome> leave(Connection connection, String id, List<Grant> grants) throws SQLException;

    /**
     * See {@link SessionStore#close}.
     *
     * @param connection to use
     * @param id the session
     * @throws SQLException when it fails
     */
    void close(Connection connection, String id) throws SQLException;

    /**
     * Has a lock's row leave a session that is over, with what is left of the session's lease.
     *
     * @param connection to use
     * @param key the lock
     * @param id the session that its row names
     * @return false if the session goes on, or a row is locked: nothing was changed for the lock
     * @throws SQLException when it fails
     */
    boolean leaveEnded(Connection connection, LockKey key, String id) throws SQLException;
}
