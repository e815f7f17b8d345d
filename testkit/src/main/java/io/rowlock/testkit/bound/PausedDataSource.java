package io.rowlock.testkit.bound;

import io.rowlock.testkit.source.Interception;
import io.rowlock.testkit.source.Interception.Call;
import io.rowlock.testkit.source.PlainDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A way to another data source that pauses one thing once, until told to go on: the borrowing of a connection by a certain
 * thread, or the abort of a connection. An interrupt does not end the pause, and is forgotten.
 * Thread-safe.
 */
final class PausedDataSource implements PlainDataSource {
    private final DataSource inner;
    private final Predicate<Thread> borrowers;
    private final boolean aborts;
    private final AtomicBoolean paused = new AtomicBoolean();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final Semaphore goOn = new Semaphore(0);

    private PausedDataSource(DataSource inner, Predicate<Thread> borrowers, boolean aborts) {
        this.inner = inner;
        this.borrowers = borrowers;
        this.aborts = aborts;
    }

    /** Pauses the first thread of such a name that borrows a connection. */
    static PausedDataSource borrowing(DataSource inner, String threadName) {
        return new PausedDataSource(inner, thread -> thread.getName().equals(threadName), false);
    }

    /** Pauses the first abort of a connection. */
    static PausedDataSource aborting(DataSource inner) {
        return new PausedDataSource(inner, thread -> false, true);
    }

    /** Whether something is, or was, paused. */
    boolean isReached() {
        return reached.getCount() == 0;
    }

    void goOn() {
        goOn.release();
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (borrowers.test(Thread.currentThread())) {
            pauseOnce();
        }
        Interception interception = this::answer;
        return interception.around(Connection.class, inner.getConnection());
    }

    private @Nullable Object answer(Call call) throws Throwable {
        if (aborts && call.is("abort")) {
            pauseOnce();
        }
        return call.proceed();
    }

    private void pauseOnce() {
        if (!paused.compareAndSet(false, true)) {
            return;
        }
        reached.countDown();
        goOn.acquireUninterruptibly();
        // As a driver does that knows nothing of interrupts.
        Thread.interrupted();
    }
}
