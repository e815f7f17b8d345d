package io.rowlock.internal.sql;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The statements of one database on the lock table, given a connection in autocommit mode at READ COMMITTED.
 *
 * <p>{@link LockStore} says what each of them means. An implementation is thread-safe, decides by the
 * database's clock alone, and never waits for a row that another transaction has locked.
 */
public interface Dialect {

    /** The version of the table and of the rules for its use; it stands in the table, and a client that does not know it rejects the table. */
    long PROTOCOL = 2;

    /** The slot of the row of the kind {@code protocol}. Locks have slots from 0 up, all other kinds of rows negative ones. */
    int PROTOCOL_SLOT = -1;

    /** The slot of the rows of the kind {@code session}; the name of such a row is the session's id. */
    int SESSION_SLOT = -2;

    /** The name of the row of the kind {@code protocol}. */
    String PROTOCOL_NAME = "rowlock";

    /**
     * The parts of a dialect that stand for themselves.
     *
     * @param database the database
     * @param leases acquires, renews and releases
     * @param singleGrants what is seldom done to one grant
     * @param plain the statements that are alike on every database, with this one's clock
     * @param sessions the statements on the rows of sessions; empty where each grant is renewed by itself
     * @param nativeLocks locks that are bound to connections; empty where there are none
     * @param wakeUps wakes waiters of other processes, for the process that made this dialect; empty where waiters have to poll
     */
    record Parts(
            Database database,
            LeaseSql leases,
            SingleGrantSql singleGrants,
            PlainSql plain,
            Optional<SessionSql> sessions,
            Optional<NativeLocks> nativeLocks,
            Optional<WakeUpSql> wakeUps) {}

    Parts parts();

    default Database database() {
        return parts().database();
    }

    default LeaseSql leases() {
        return parts().leases();
    }

    default SingleGrantSql singleGrants() {
        return parts().singleGrants();
    }

    default PlainSql plain() {
        return parts().plain();
    }

    default Optional<SessionSql> sessions() {
        return parts().sessions();
    }

    default Optional<NativeLocks> nativeLocks() {
        return parts().nativeLocks();
    }

    default Optional<WakeUpSql> wakeUps() {
        return parts().wakeUps();
    }

    /**
     * The statements that create the table and its protocol row, and change nothing when run again.
     *
     * @return the statements, in order
     */
    List<String> createStatements();

    /**
     * The columns of the table's primary key, in lower case.
     *
     * @param connection to ask through
     * @return the columns; none when there is no key
     * @throws SQLException when the server cannot be asked
     */
    List<String> primaryKey(Connection connection) throws SQLException;

    /**
     * Looks for conditions that break the promises on this server, or may: a replica, a table that compares names loosely,
     * settings that can lose a commit. Changes nothing, and skips checks that this user may not make.
     *
     * @param connection to ask through
     * @return the findings; empty when all is well
     * @throws SQLException when the server cannot be asked
     */
    List<Finding> examine(Connection connection) throws SQLException;

    /**
     * See {@link LockStore#release}.
     *
     * @param connection to use
     * @param grants the grants, some of which may be kept
     * @return an answer for each
     * @throws SQLException when it fails
     */
    default List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
        if (!Grant.anyKept(grants)) {
            return leases().release(connection, grants);
        }
        List<GrantOutcome> outcomes = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            outcomes.add(
                    grant.isKept()
                            ? singleGrants().releaseKept(connection, grant)
                            : leases().release(connection, List.of(grant)).get(0));
        }
        return outcomes;
    }

    /**
     * See {@link LockStore#handOff}. The row is locked as for any other grant, so that no guard is passed by.
     *
     * @param connection to use
     * @param from the grant that is released
     * @param to the claim
     * @return the answer
     * @throws SQLException when it fails
     */
    default AcquireResult handOff(Connection connection, Grant from, Claim to) throws SQLException {
        LockRows found = plain().find(connection, to.key());
        return new AcquireResult.Busy(found.rows().stream().findFirst(), found.now());
    }

    /**
     * Executes requests of different kinds in one round trip and one commit, on databases that can.
     *
     * @return the statements; empty where each kind has to be sent by itself
     */
    default Optional<Mixture> mixture() {
        return Optional.empty();
    }

    /** Executes requests of different kinds together. */
    @FunctionalInterface
    interface Mixture {

        /**
         * See {@link LockStore#execute}.
         *
         * @param connection to use
         * @param batch the requests, of more than one kind
         * @return an answer for each
         * @throws SQLException when it fails; each request can be repeated then
         */
        Batch.Outcome execute(Connection connection, Batch batch) throws SQLException;
    }

    /**
     * See {@link LockStore#revoke}.
     *
     * @param connection to use
     * @param key the lock
     * @param token the grant's token
     * @param now whether the lock is free at once
     * @return the result
     * @throws SQLException when it fails
     */
    Revocation revoke(Connection connection, LockKey key, long token, boolean now) throws SQLException;

    /**
     * See {@link LockStore#purge}.
     *
     * @param connection to use
     * @param retention how old rows must be
     * @return how many were deleted
     * @throws SQLException when it fails
     */
    int purge(Connection connection, Duration retention) throws SQLException;

    /**
     * Locks a grant's row until the end of the caller's transaction, in a mode that stops others from being granted the
     * lock, if the grant stands and the transaction's view is no older than it. Locks nothing otherwise.
     *
     * @param connection the caller's, in a transaction
     * @param grant the grant
     * @return false if it does not stand, as far as the transaction can see
     * @throws SQLException when it fails
     */
    boolean guard(Connection connection, Grant grant) throws SQLException;

    /**
     * Why a transaction of the caller's cannot be guarded at an isolation level, if the database cannot tell whether what
     * was read in it is older than the lock.
     *
     * @param isolation the transaction's, as {@link Connection} numbers it
     * @return the obstacle and its remedy; empty when there is none
     */
    default Optional<String> guardObstacle(int isolation) {
        return Optional.empty();
    }

    /**
     * Looks, right after a commit, whether the server warned that the commit may be forgotten in a failover.
     *
     * @param connection on which a transaction was committed, its warnings cleared before
     * @throws SQLException if it did
     */
    default void committed(Connection connection) throws SQLException {}

    /**
     * Whether the database's drivers take no notice when a thread is interrupted that waits for an answer: not if they
     * wait in a channel, or have a file open.
     *
     * @return true if that is known
     */
    default boolean ignoresInterrupts() {
        return false;
    }

    /**
     * The dialect that fits the server that a connection leads to: this one, unless the server is of a kind that needs
     * other statements.
     *
     * @param connection to ask through
     * @return the dialect to use
     * @throws SQLException when the server cannot be asked
     */
    default Dialect fitting(Connection connection) throws SQLException {
        return this;
    }

    /**
     * Says what is known after a statement failed in autocommit mode. Decided by SQLState and vendor code, never by text.
     *
     * @param failure the driver's exception
     * @return the kind of failure
     */
    StoreException.Kind classify(SQLException failure);
}
