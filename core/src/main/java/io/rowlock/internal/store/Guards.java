package io.rowlock.internal.store;

import io.rowlock.TransactionGuard.GuardedWork;
import java.sql.Connection;
import javax.sql.DataSource;

/** Ties grants to transactions of the caller; the client passes connections on to it and does not use them itself. */
public interface Guards {

    /**
     * See {@link io.rowlock.TransactionGuard#guard}.
     *
     * @param connection the caller's connection
     * @param grant which grant
     */
    void guard(Connection connection, Grant grant);

    /**
     * See {@link io.rowlock.TransactionGuard#guarded}.
     *
     * @param dataSource where the transaction's connection comes from
     * @param grant which grant
     * @param work what to do in the transaction
     * @param <T> what the work returns
     * @param <E> what the work throws
     * @return the work's result
     * @throws E what the work throws
     */
    <T, E extends Exception> T guarded(DataSource dataSource, Grant grant, GuardedWork<T, E> work) throws E;

    /**
     * See {@link io.rowlock.Hold#releaseWith}.
     *
     * @param connection the caller's connection
     * @param grant which grant
     */
    void releaseWith(Connection connection, Grant grant);
}
