package io.rowlock.internal.jdbc.bound;

import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Borrows connections on one thread at a time, which another may interrupt: never after the connection has arrived. */
final class Borrowing {
    private final DataSource source;
    private @Nullable Thread borrower;
    private boolean interrupted;

    Borrowing(DataSource source) {
        this.source = source;
    }

    BorrowedConnection borrow() throws SQLException {
        begin();
        try {
            return BorrowedConnection.from(source);
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        borrower = Thread.currentThread();
        interrupted = false;
    }

    /** The flag of an interrupt that came too late would disturb whatever the thread does next. */
    private synchronized void end() {
        borrower = null;
        if (interrupted) {
            Thread.interrupted();
        }
    }

    /** Who borrows now; null if nobody does. */
    synchronized @Nullable Thread borrower() {
        return borrower;
    }

    /** Interrupts a thread, if it still borrows. */
    synchronized void interrupt(Thread thread) {
        if (thread.equals(borrower)) {
            interrupted = true;
            thread.interrupt();
        }
    }
}
