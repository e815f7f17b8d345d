package io.rowlock.cli.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One process at a time: a lock of the operating system's on a file, which goes with the process that has it. The system's own
 * wait cannot be bounded, so waiters ask again and again; a {@link TurnQueue} has only the first of them ask. The lock alone
 * decides, the queue merely says who should try. Used by one thread at a time.
 */
final class Turn {
    /** Less than the engine gives a call, so that it hears the reason. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(3);
    private static final int LONGEST_PAUSE = 10;

    private final Path file;
    private final TurnQueue queue;
    private Runnable gettingReady;
    private @Nullable FileChannel channel;

    Turn(Path file) {
        this(file, () -> {});
    }

    /**
     * A turn.
     *
     * @param file what is locked
     * @param gettingReady what can be done while others have it, so that this process has it for a shorter time; done once
     */
    Turn(Path file, Runnable gettingReady) {
        this.file = file;
        this.gettingReady = gettingReady;
        queue = new TurnQueue(file.resolveSibling("locks.queue"));
    }

    /** Whether this process has a lock: what it then asks for, a renewal or a release, goes before what others ask for. */
    void urgent(boolean holding) {
        queue.urgent(holding);
    }

    void take() throws SQLException {
        try {
            FileChannel opened = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel = opened;
            await(opened);
        } catch (IOException rejected) {
            giveUp();
            throw new SQLTransientConnectionException(
                    "cannot lock " + file + ": " + rejected.getMessage(), "08001", rejected);
        } catch (SQLException late) {
            giveUp();
            throw late;
        }
    }

    private void await(FileChannel opened) throws IOException, SQLException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try (TurnQueue.Ticket ticket = queue.enter()) {
            for (int before = ticket.before(); before > 0 || isTaken(opened); before = ticket.before()) {
                if (System.nanoTime() - end > 0) {
                    throw new CrowdedException("other processes had " + file + " locked for " + PATIENCE.toSeconds()
                            + " s; if that goes on, a database server named with --url serves more of them at once");
                }
                gettingReady.run();
                gettingReady = () -> {};
                LockSupport.parkNanos(this, PAUSE * Math.min(LONGEST_PAUSE, 1 + before));
            }
        }
    }

    private static boolean isTaken(FileChannel opened) throws IOException {
        FileLock lock = opened.tryLock();
        return lock == null;
    }

    /** Closing the file gives the lock up. */
    void giveUp() {
        FileChannel opened = channel;
        channel = null;
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException impossible) {
                throw new IllegalStateException("cannot give " + file + " up", impossible);
            }
        }
    }

    /** The turn did not come in time. A caller that can wait longer may ask again. */
    static final class CrowdedException extends SQLTransientConnectionException {
        private static final long serialVersionUID = 1L;

        CrowdedException(String message) {
            super(message, "08001");
        }

        static boolean isCauseOf(@Nullable Throwable failure) {
            return failure != null && (failure instanceof CrowdedException || isCauseOf(failure.getCause()));
        }
    }
}
