package io.rowlock.internal.jdbc.connection;

import io.rowlock.internal.store.LockStore.PoolUse;
import io.rowlock.internal.store.StoreException;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Borrows connections, on one thread at a time. Another thread may interrupt a borrow that is in progress, and never what
 * the same thread does afterwards. Thread-safe.
 */
public final class Borrowing {
    private final DataSource source;
    private @Nullable Borrow current;

    public Borrowing(DataSource source) {
        this.source = source;
    }

    /** One borrow, told from the next by its identity. */
    private static final class Borrow {
        final Thread thread = Thread.currentThread();
        boolean interrupted;
    }

    public BorrowedConnection borrow() throws SQLException {
        Borrow borrow = begin();
        try {
            return BorrowedConnection.from(source);
        } finally {
            end(borrow);
        }
    }

    private synchronized Borrow begin() {
        Borrow borrow = new Borrow();
        current = borrow;
        return borrow;
    }

    /** The flag of an interrupt that came too late would disturb whatever the thread does next. */
    private synchronized void end(Borrow borrow) {
        current = null;
        if (borrow.interrupted) {
            Thread.interrupted();
        }
    }

    /** Interrupts the borrow that is in progress now, unless it has ended by the time it is run. */
    public synchronized Runnable interruption() {
        Borrow borrow = current;
        return borrow == null ? () -> {} : () -> interrupt(borrow);
    }

    private synchronized void interrupt(Borrow borrow) {
        if (borrow.equals(current)) {
            borrow.interrupted = true;
            borrow.thread.interrupt();
        }
    }

    /** How much of the pool is lent; empty if it does not say. */
    public Optional<PoolUse> poolUse() {
        return new Pool(source).use();
    }

    /** The failure of a request for which no connection could be borrowed. */
    public StoreException failed(Exception failure) {
        return ConnectFailure.of(source, failure);
    }
}
