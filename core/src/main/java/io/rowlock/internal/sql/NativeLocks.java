package io.rowlock.internal.sql;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Locks that one database binds to a session, at the other end of a connection. The end of the session, however it comes,
 * frees them. At most one session has a lock.
 *
 * <p>Two locks never share one, however long their names are, unless names are shared with other programs, and the server takes
 * two of them for one. An implementation is thread-safe; a connection is used by
 * one thread at a time, in autocommit mode.
 */
public interface NativeLocks {

    /**
     * An obstacle to locks that are bound to this connection's session.
     *
     * @param connection to ask through
     * @return the obstacle and its remedy; empty when there is none
     * @throws SQLException when the server cannot be asked
     */
    default Optional<Finding> obstacle(Connection connection) throws SQLException {
        return Optional.empty();
    }

    /**
     * The same locks, but where the server knows them by name, each is taken under its own, so that programs which call the
     * server's lock functions with it take part. A name that the server cannot hold is rejected.
     *
     * @return the locks; these where names cannot be shared
     */
    default NativeLocks sharingNames() {
        return this;
    }

    /**
     * The session that a connection leads to, as people would look for it on the server.
     *
     * @param connection to ask through
     * @return its name, which no other session has as long as this one lasts
     * @throws SQLException when the server cannot be asked
     */
    String session(Connection connection) throws SQLException;

    /**
     * Gets ready to take a lock, and takes nothing: a rejection here comes before anything was changed.
     *
     * @param connection to use
     * @param key the lock
     * @throws SQLException when it fails, or the lock cannot be had under its name
     */
    default void prepare(Connection connection, LockKey key) throws SQLException {}

    /**
     * Takes a lock if it is free at this moment, and never waits. A session that has it already must not ask again.
     *
     * @param connection to use
     * @param key the lock
     * @return false if another session has it
     * @throws SQLException when it fails
     */
    boolean tryLock(Connection connection, LockKey key) throws SQLException;

    /**
     * Whether other programs wait for these locks in a queue of the server's.
     *
     * @return true if {@link #lock} waits in that queue
     */
    default boolean isQueued() {
        return false;
    }

    /**
     * Takes a lock, and waits for it in the server's queue. A session that has it already must not ask again.
     *
     * @param connection to use
     * @param key the lock
     * @param longest how long to wait, in whole seconds
     * @return false if another session had it all the time
     * @throws SQLException when it fails
     */
    default boolean lock(Connection connection, LockKey key, Duration longest) throws SQLException {
        return tryLock(connection, key);
    }

    /**
     * Gives a lock up.
     *
     * @param connection of the session that has it
     * @param key the lock
     * @return false if this session did not have it
     * @throws SQLException when it fails
     */
    boolean unlock(Connection connection, LockKey key) throws SQLException;

    /**
     * Gives up every lock of the session.
     *
     * @param connection of the session
     * @param known those that the caller knows of, for a database that gives up only what is named
     * @throws SQLException when it fails
     */
    void unlockAll(Connection connection, Set<LockKey> known) throws SQLException;

    /**
     * The session that has a lock, of Rowlock or of any other program.
     *
     * @param connection to ask through
     * @param key the lock
     * @return its name; empty if the lock is free
     * @throws SQLException when the server cannot be asked
     */
    Optional<String> holder(Connection connection, LockKey key) throws SQLException;

    /**
     * Whether {@link Connection#abort} ends the session, whatever it is doing.
     *
     * @return false if the driver ignores it
     */
    default boolean endOnAbort() {
        return true;
    }

    /**
     * After how long a silence the server ends the session.
     *
     * @param connection of the session
     * @return milliseconds; 0 for never
     * @throws SQLException when the server cannot be asked
     */
    default long silence(Connection connection) throws SQLException {
        return 0;
    }

    /**
     * Has the server end the session after a silence, so that a machine that vanished frees its locks. Does nothing on a
     * database that cannot.
     *
     * @param connection of the session
     * @param millis how long, rounded up to what the database counts in; 0 for never
     * @throws SQLException when it fails
     */
    default void limitSilence(Connection connection, long millis) throws SQLException {}
}
