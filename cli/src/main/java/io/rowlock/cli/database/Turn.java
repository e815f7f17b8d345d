package io.rowlock.cli.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One process at a time: a lock of the operating system's on a file, which goes with the process that has it. Whoever
 * wants it asks again every few milliseconds, for the system's own wait cannot be bounded. Used by one thread at a time.
 */
final class Turn {
    /** At the start nobody holds anything yet, and a crowd that starts at the full hour takes its time. */
    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(15);

    /** Less than the engine gives a call, so that it hears the reason. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(8);

    private final Path file;
    private @Nullable FileChannel channel;
    private Duration patience = FIRST_PATIENCE;

    Turn(Path file) {
        this.file = file;
    }

    void take() throws SQLException {
        try {
            FileChannel opened = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel = opened;
            await(opened);
            patience = PATIENCE;
        } catch (IOException refused) {
            giveUp();
            throw new SQLTransientConnectionException(
                    "cannot lock " + file + ": " + refused.getMessage(), "08001", refused);
        } catch (SQLException late) {
            giveUp();
            throw late;
        }
    }

    private void await(FileChannel opened) throws IOException, SQLException {
        long end = System.nanoTime() + patience.toNanos();
        while (isTaken(opened)) {
            if (System.nanoTime() - end > 0) {
                throw new SQLTransientConnectionException(
                        "other processes had " + file + " locked for " + patience.toSeconds()
                                + " s; if that goes on, a database server named with --url serves more of them at once",
                        "08001");
            }
            LockSupport.parkNanos(this, ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE, LONGEST_PAUSE));
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
}
