package io.rowlock.internal.jdbc.connection;

import io.rowlock.LockInterruptedException;
import io.rowlock.LockSetupException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the check of a database on a thread of its own: a data source may bind connections, and the caller's open
 * transaction with them, to the caller's thread; and a pool may block for longer than the caller should. It is never
 * interrupted, because an interrupt would close the file of an embedded H2 for everyone; it ends by itself, and gives its
 * connection back.
 */
public final class SetupThread {
    /** Checking and creating takes several calls. */
    private static final int CALLS = 4;

    /** Many pools say why they have no connection only after 30 seconds. */
    private static final Duration LEAST = Duration.ofSeconds(35);

    private SetupThread() {}

    public static <T> T call(Supplier<T> work, Duration timeout) {
        return await(begin(work), timeout);
    }

    public static <T> Future<T> begin(Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = new Thread(task, "rowlock-setup");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Waits for the check, each call of which may take so long. */
    public static <T> T await(Future<T> task, Duration timeout) {
        Duration calls = timeout.multipliedBy(CALLS);
        Duration longest = calls.compareTo(LEAST) > 0 ? calls : LEAST;
        try {
            return task.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LockInterruptedException("checking the database");
        } catch (TimeoutException late) {
            throw new LockSetupException(
                    "the database was not checked within " + longest.toMillis()
                            + " ms: it does not answer, or the data source gives neither a connection nor a reason;"
                            + " its own log may tell, or set the pool's connection timeout below 30 s",
                    late);
        } catch (ExecutionException failed) {
            throw rethrow(failed.getCause());
        }
    }

    private static RuntimeException rethrow(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException known
                ? known
                : new LockSetupException("the database could not be checked: " + cause, cause);
    }
}
