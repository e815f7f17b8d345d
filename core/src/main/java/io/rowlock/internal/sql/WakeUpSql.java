package io.rowlock.internal.sql;

import io.rowlock.internal.store.WakeUps;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The statements of one database for {@link WakeUps}, for one process, whose identity it has. Thread-safe.
 */
public interface WakeUpSql {

    /**
     * See {@link WakeUps#register}.
     *
     * @param connection to use
     * @param waits for which locks
     * @return the names that are registered
     * @throws SQLException when it fails
     */
    List<String> register(Connection connection, List<WakeUps.Waiting> waits) throws SQLException;

    /**
     * See {@link WakeUps#withdraw}.
     *
     * @param connection to use
     * @param names for which locks
     * @throws SQLException when it fails
     */
    void withdraw(Connection connection, List<String> names) throws SQLException;

    /**
     * See {@link WakeUps#waiters}.
     *
     * @param connection to use
     * @param name for which lock; empty for all
     * @return how many wait
     * @throws SQLException when it fails
     */
    Map<String, Integer> waiters(Connection connection, Optional<String> name) throws SQLException;

    /**
     * See {@link WakeUps#ping}.
     *
     * @param connection to use
     * @throws SQLException when it fails
     */
    void ping(Connection connection) throws SQLException;

    /**
     * Has the server send the notifications for this process over a connection.
     *
     * @param connection to use
     * @throws SQLException when it fails
     */
    void listen(Connection connection) throws SQLException;

    /**
     * Undoes {@link #listen}, before the connection serves others.
     *
     * @param connection to use
     * @throws SQLException when it fails
     */
    void unlisten(Connection connection) throws SQLException;

    /**
     * Notes notifications that have arrived; the next claim of this process for these locks may find them reserved for it.
     *
     * @param names of locks
     */
    void notified(List<String> names);
}
