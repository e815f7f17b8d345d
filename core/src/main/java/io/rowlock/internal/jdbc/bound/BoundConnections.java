package io.rowlock.internal.jdbc.bound;

import io.rowlock.Database;
import io.rowlock.LockKey;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.jdbc.connection.Borrowing;
import io.rowlock.internal.jdbc.connection.StoreConnection;
import io.rowlock.internal.jdbc.connection.StoreConnection.Work;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.store.LockStore.PoolUse;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one store, and its calls on that connection and on those of other stores. Used by one thread, except for
 * {@link #aborting} and what it returns, and {@link #poolUse}.
 */
final class BoundConnections {
    private final Borrowing borrowing;
    private final Dialect dialect;
    private final NativeLocks nativeLocks;
    private final BoundGrants grants;
    private Duration timeout;
    private volatile @Nullable LockConnection own;
    private volatile @Nullable Use using;
    private volatile boolean closed;

    BoundConnections(
            DataSource source, Dialect dialect, NativeLocks nativeLocks, BoundGrants grants, Duration timeout) {
        borrowing = new Borrowing(source);
        this.dialect = dialect;
        this.nativeLocks = nativeLocks;
        this.grants = grants;
        this.timeout = timeout;
    }

    /** One use of a connection, told from the next by its identity. */
    private static final class Use {
        final LockConnection connection;

        Use(LockConnection connection) {
            this.connection = connection;
        }

        void abort() {
            connection.abort(this);
        }
    }

    Duration timeout() {
        return timeout;
    }

    void timeout(Duration next) {
        timeout = next;
    }

    /** How much of the pool is lent; empty if it does not say. Any thread may ask. */
    Optional<PoolUse> poolUse() {
        return borrowing.poolUse();
    }

    /** The store's own connection, if it has one. */
    Optional<LockConnection> present() {
        return Optional.ofNullable(own);
    }

    /** The store's own connection, borrowed if it has none. */
    LockConnection connected() {
        LockConnection present = own;
        if (present != null && wake(present)) {
            return present;
        }
        return requireOpen(borrowed());
    }

    /** A connection that hangs in a call of another store is left to that store, unless a lock is set aside on it. */
    private boolean wake(LockConnection present) {
        try {
            return present.wake(timeout);
        } catch (BusyException stuck) {
            if (grants.hasSetAside(present)) {
                throw new StoreException(Kind.UNREACHABLE, String.valueOf(stuck.getMessage()), stuck);
            }
            present.markIdle();
            grants.addOrphan(present);
            return false;
        }
    }

    private LockConnection borrowed() {
        try {
            LockConnection fresh = lockConnection(borrowing.borrow());
            grants.add(fresh);
            own = fresh;
            return fresh;
        } catch (SQLException | RuntimeException failure) {
            throw borrowing.failed(failure);
        }
    }

    private LockConnection lockConnection(BorrowedConnection borrowed) throws SQLException {
        try {
            borrowed.callTimeout(timeout);
            return new LockConnection(borrowed, nativeLocks);
        } catch (SQLException | RuntimeException failure) {
            borrowed.discard();
            throw failure;
        }
    }

    /** A pool may answer after the store was closed. Nobody would give that connection back, or end a wait on it. */
    private LockConnection requireOpen(LockConnection fresh) {
        if (closed) {
            fresh.markIdle();
            grants.giveBackUnused();
            throw new StoreException(Kind.UNREACHABLE, "this Rowlock is closed", null);
        }
        return fresh;
    }

    /** Does some work on the store's own connection. */
    <T> T run(String operation, Work<T> work) {
        return run(operation, connected(), work);
    }

    <T> T run(String operation, LockConnection connection, Work<T> work) {
        return run(operation, connection, timeout, work);
    }

    <T> T run(String operation, LockConnection connection, Duration longest, Work<T> work) {
        try {
            return run(operation, connection, longest, longest, work);
        } catch (BusyException failure) {
            throw new StoreException(Kind.TRANSIENT, operation + ": " + failure.getMessage(), failure);
        }
    }

    /** Does some work if the connection is free within the wait. */
    <T> T runIfFree(String operation, LockConnection connection, Duration wait, Work<T> work) throws BusyException {
        return run(operation, connection, wait, timeout, work);
    }

    private <T> T run(String operation, LockConnection connection, Duration wait, Duration longest, Work<T> work)
            throws BusyException {
        Use use = new Use(connection);
        using = use;
        try {
            return connection.use(use, wait, longest, work);
        } catch (SQLException failure) {
            throw failed(operation, connection, failure);
        } catch (RuntimeException | Error failure) {
            cut(connection);
            throw failure;
        } finally {
            using = null;
        }
    }

    private StoreException failed(String operation, LockConnection connection, SQLException failure) {
        Kind kind = connection.isClosed() || connection.isAborted() ? Kind.UNKNOWN : dialect.classify(failure);
        if (kind == Kind.UNKNOWN) {
            cut(connection);
        }
        return StoreConnection.failure(kind, operation, failure);
    }

    /** Unlocks within some work; a connection that fails to unlock is cut. */
    void unlockOrCut(Connection used, LockKey key, LockConnection connection) {
        try {
            connection.unlock(used, Set.of(key));
        } catch (SQLException failure) {
            cut(connection);
        }
    }

    void unlockOrCut(LockKey key, LockConnection connection) {
        boolean unlocked = false;
        try {
            unlocked = run("unlock", connection, used -> {
                connection.unlock(used, Set.of(key));
                return true;
            });
        } finally {
            if (!unlocked) {
                cut(connection);
            }
        }
    }

    void cut(LockConnection connection) {
        connection.discard();
        grants.removeAll(connection);
    }

    /** Gives back every connection that is idle and has no lock on it: the last lock may have been released by another store. */
    void releaseConnection() {
        present().ifPresent(LockConnection::markIdle);
        grants.giveBackUnused();
    }

    /** The locks that are on the connection stay: other stores of the client renew and release them. */
    void retire() {
        closed = true;
        releaseConnection();
        present().filter(present -> !present.isGone()).ifPresent(grants::addOrphan);
        own = null;
        grants.abandoned().forEach(this::cut);
    }

    /** Nobody is left to release what is still locked here, so it ends with the connection. */
    void close() {
        grants.close();
        retire();
    }

    /** Cuts the use of a connection that is in progress now, or ends the wait for one. */
    Runnable aborting() {
        Use use = using;
        if (use != null) {
            return use::abort;
        }
        // An interrupt would close the file of an embedded H2 for everyone.
        return dialect.database() == Database.H2 ? () -> {} : borrowing.interruption();
    }
}
