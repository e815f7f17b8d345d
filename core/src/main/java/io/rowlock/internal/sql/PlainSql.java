package io.rowlock.internal.sql;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The statements on a lock table that take no more than plain SQL: those that read it, and those within a caller's own
 * transaction. Immutable and thread-safe.
 */
public interface PlainSql {

    /**
     * The database's time.
     *
     * @param connection to ask through
     * @return microseconds since 1970 in UTC
     * @throws SQLException when the server cannot be asked
     */
    long now(Connection connection) throws SQLException;

    /**
     * See {@link LockStore#check}.
     *
     * @param connection to use
     * @param grant the grant
     * @return true if it stands
     * @throws SQLException when it fails
     */
    boolean check(Connection connection, Grant grant) throws SQLException;

    /**
     * See {@link LockStore#find}.
     *
     * @param connection to use
     * @param key the lock
     * @return the row, if there is one
     * @throws SQLException when it fails
     */
    LockRows find(Connection connection, LockKey key) throws SQLException;

    /**
     * See {@link LockStore#look}.
     *
     * @param connection to use
     * @param keys the locks
     * @return the rows
     * @throws SQLException when it fails
     */
    LockRows look(Connection connection, List<LockKey> keys) throws SQLException;

    /**
     * See {@link LockStore#list}.
     *
     * @param connection to use
     * @return the rows
     * @throws SQLException when it fails
     */
    LockRows list(Connection connection) throws SQLException;

    /**
     * Releases a grant that stands within the caller's transaction.
     *
     * @param connection the caller's, in a transaction
     * @param grant the grant
     * @return false if it does not stand
     * @throws SQLException when it fails
     */
    boolean releaseWith(Connection connection, Grant grant) throws SQLException;

    /**
     * Gives a grant that stands another request id.
     *
     * @param connection to use
     * @param grant the grant
     * @param requestId its new request id
     * @return false if it does not stand
     * @throws SQLException when it fails
     */
    boolean rename(Connection connection, Grant grant, String requestId) throws SQLException;

    /**
     * The identity of this table among all others, so that a connection to another database is noticed. The first client
     * gives it; it never changes.
     *
     * @param connection to use
     * @param ifNone the identity to give the table if it has none
     * @return the table's identity
     * @throws SQLException when it fails
     */
    String identify(Connection connection, String ifNone) throws SQLException;

    /**
     * The identity of the table that a connection leads to.
     *
     * @param connection to ask through
     * @return the identity; empty if the table there has none
     * @throws SQLException when it fails, as it does where there is no such table
     */
    Optional<String> identity(Connection connection) throws SQLException;
}
