package io.rowlock.internal.jdbc.connection;

import io.rowlock.internal.store.LockStore.PoolUse;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The one connection of a store, kept while the store is busy. Turns exceptions of the driver into {@link StoreException}s that
 * say what is known. Used by one thread, except for {@link #abort} and {@link #poolUse}.
 */
public final class StoreConnection {
    private final Borrowing borrowing;
    private final Function<SQLException, Kind> classify;
    private final boolean interruptible;
    private Duration timeout;
    private volatile @Nullable BorrowedConnection kept;

    /**
     * A connection, borrowed when it is needed.
     *
     * @param source lends connections
     * @param classify tells what is known after a failure
     * @param interruptible whether a thread that waits for a connection may be interrupted: not on H2, whose file an
     *     interrupt would close for everyone
     * @param timeout how long an answer may take
     */
    public StoreConnection(
            DataSource source, Function<SQLException, Kind> classify, boolean interruptible, Duration timeout) {
        borrowing = new Borrowing(source);
        this.classify = classify;
        this.interruptible = interruptible;
        this.timeout = timeout;
    }

    /** Work on a connection. */
    @FunctionalInterface
    public interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    public BorrowedConnection connected() {
        BorrowedConnection present = kept;
        if (present != null) {
            return present;
        }
        try {
            BorrowedConnection fresh = borrowing.borrow();
            kept = fresh;
            return fresh;
        } catch (SQLException | RuntimeException failure) {
            throw borrowing.failed(failure);
        }
    }

    /** How much of the pool is lent; empty if it does not say. Any thread may ask. */
    public Optional<PoolUse> poolUse() {
        return borrowing.poolUse();
    }

    /** Whether there is a connection whose driver bounds how long an answer may take. */
    public boolean isBounded() {
        BorrowedConnection present = kept;
        return present != null && present.isBounded();
    }

    public void callTimeout(Duration timeout) {
        this.timeout = timeout;
    }

    public <T> T run(String operation, Work<T> work) {
        BorrowedConnection connection = connected();
        try {
            connection.callTimeout(timeout);
            return work.on(connection.connection());
        } catch (SQLException failure) {
            throw failed(operation, connection, failure);
        } catch (RuntimeException | Error failure) {
            kept = null;
            connection.discard();
            throw failure;
        }
    }

    private StoreException failed(String operation, BorrowedConnection connection, SQLException failure) {
        Kind kind = connection.isClosed() ? Kind.UNKNOWN : classify.apply(failure);
        if (kind == Kind.UNKNOWN) {
            kept = null;
            connection.discard();
        }
        return failure(kind, operation, failure);
    }

    public static StoreException failure(Kind kind, String operation, SQLException failure) {
        String message = operation + ": " + failure.getMessage() + " (SQLState " + failure.getSQLState() + ", code "
                + failure.getErrorCode() + ")";
        return new StoreException(kind, message, failure);
    }

    /** Cuts the connection, which must not be lent to others as it is. */
    public void discard() {
        BorrowedConnection present = kept;
        if (present != null) {
            kept = null;
            present.discard();
        }
    }

    /** Gives the connection back, restored. */
    public void giveBack() {
        BorrowedConnection present = kept;
        if (present != null) {
            present.giveBack();
            kept = null;
        }
    }

    /** Cuts the connection, or ends the wait for one. */
    public void abort() {
        BorrowedConnection present = kept;
        if (present != null) {
            present.abort();
        } else if (interruptible) {
            borrowing.interruption().run();
        }
    }
}
