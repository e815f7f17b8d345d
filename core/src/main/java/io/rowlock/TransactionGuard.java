package io.rowlock;

import java.sql.Connection;
import javax.sql.DataSource;

/**
 * Ties a grant to transactions on the database that keeps the locks, so that a stale holder cannot commit: if a guarded
 * transaction commits, it committed before anyone else was granted the lock (promise S5). No clock is involved, so it holds
 * for a process that slept through its lease, too.
 *
 * <p>While a guarded transaction is open, nobody is granted the lock, and nobody who asks waits for it or fails because
 * of it. On PostgreSQL renewal goes on meanwhile; on the other databases the guard's row lock stops it, so a guarded
 * transaction that is open for longer than the lease ends the belief in the hold, but not the validity of its commit.
 */
public interface TransactionGuard {

    /**
     * Runs work in a transaction of its own, guarded from its first statement on, and commits it: the form that cannot be
     * got wrong. If anything fails, the transaction is rolled back.
     *
     * @param dataSource the database that keeps the locks; the transaction's connection comes from it and goes back to it
     * @param work what to do in the transaction; it leaves commit and rollback alone
     * @param <T> what the work returns
     * @param <E> what the work throws
     * @return the work's result, once committed
     * @throws E what the work throws, unchanged, after the rollback
     * @throws IllegalArgumentException if the data source gives a connection that is in a transaction, or one with autocommit
     *     off that may be
     * @throws LockLostException if the grant no longer stands; nothing was committed
     * @throws LockOutcomeUnknownException if the connection failed during the commit, which may or may not have happened; or if
     *     someone cancelled the commit's wait for a synchronous standby of PostgreSQL, so that a failover may forget it
     * @throws LockStoreException if the database failed otherwise; nothing was committed
     */
    <T, E extends Exception> T guarded(DataSource dataSource, GuardedWork<T, E> work) throws E;

    /**
     * As {@link #guarded}, for work that returns nothing.
     *
     * @param dataSource the database that keeps the locks
     * @param action what to do in the transaction; it leaves commit and rollback alone
     * @param <E> what the action throws
     * @throws E what the action throws, unchanged, after the rollback
     * @throws IllegalArgumentException as {@link #guarded}
     * @throws LockLostException if the grant no longer stands; nothing was committed
     * @throws LockOutcomeUnknownException as {@link #guarded}
     * @throws LockStoreException if the database failed otherwise; nothing was committed
     */
    default <E extends Exception> void runGuarded(DataSource dataSource, GuardedAction<E> action) throws E {
        guarded(dataSource, connection -> {
            action.run(connection);
            return true;
        });
    }

    /**
     * Guards the caller's own open transaction: locks the lock's row in it, and checks the grant. If this returns, a
     * commit of the transaction comes before any later grant. Anything it throws leaves the transaction open, for the
     * caller to roll back.
     *
     * <p>Rolling back to a savepoint that is older than the guard takes the guard back, too, on some databases: guard before
     * the first savepoint, or once more after the rollback.
     *
     * <p>At REPEATABLE READ and SERIALIZABLE a transaction whose view of the data is older than the lock is rejected, because
     * what it has read may be stale: acquire first, then begin the transaction, or leave both to {@link #guarded}.
     *
     * @param connection the caller's connection, to the database that keeps the locks, with autocommit off or in a branch of
     *     a distributed transaction
     * @throws LockLostException if the grant no longer stands
     * @throws IllegalArgumentException if this connection cannot be guarded, saying why
     * @throws LockStoreException if the database failed
     */
    void guard(Connection connection);

    /**
     * Work in a guarded transaction.
     *
     * @param <T> what it returns
     * @param <E> what it throws
     */
    @FunctionalInterface
    interface GuardedWork<T, E extends Exception> {

        /**
         * Does the work.
         *
         * @param connection the transaction's connection
         * @return its result
         * @throws E when it fails; the transaction is rolled back
         */
        T run(Connection connection) throws E;
    }

    /**
     * Work in a guarded transaction that returns nothing.
     *
     * @param <E> what it throws
     */
    @FunctionalInterface
    interface GuardedAction<E extends Exception> {

        /**
         * Does the work.
         *
         * @param connection the transaction's connection
         * @throws E when it fails; the transaction is rolled back
         */
        void run(Connection connection) throws E;
    }
}
