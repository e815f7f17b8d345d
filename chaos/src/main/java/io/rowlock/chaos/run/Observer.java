package io.rowlock.chaos.run;

import io.rowlock.LockException;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.HistoryFile;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.chaos.history.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Looks all the time at what the database itself says, over a way that the nemesis leaves alone, and writes it down. */
final class Observer implements AutoCloseable {
    private static final long PAUSE = Duration.ofMillis(50).toNanos();

    private final Rowlock rowlock;
    private final HistoryWriter history;
    private final Thread thread = new Thread(this::look, "observer");
    private volatile boolean over;

    Observer(DataSource database, Path directory) {
        rowlock = Rowlock.builder(database).owner(HistoryFile.OBSERVER).build();
        history = HistoryFile.in(directory, HistoryFile.OBSERVER).writer();
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void look() {
        while (!over) {
            long at = System.nanoTime();
            try {
                List<LockStatus> seen = rowlock.admin().locks();
                long done = System.nanoTime();
                seen.forEach(status -> note(at, done, status));
                history.write(new Event(at, Kind.SNAPSHOT, Event.NONE, 0, 0, done, taken(seen)));
            } catch (LockException away) {
                // Nothing was seen.
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    private void note(long at, long done, LockStatus status) {
        if (isTaken(status)) {
            history.write(new Event(at, Kind.OBSERVED, status.name(), 0, status.token(), done, status.owner()));
        }
    }

    /** Also grants whose lease is over by the database's clock: that may be ahead of the holder's, by less than the grace. */
    private static String taken(List<LockStatus> seen) {
        return seen.stream()
                .filter(status -> status.state() == LockStatus.State.HELD || status.state() == LockStatus.State.EXPIRED)
                .map(status -> status.name() + "=" + status.token())
                .collect(Collectors.joining(" "));
    }

    private static boolean isTaken(LockStatus status) {
        return status.state() == LockStatus.State.HELD;
    }

    /** The locks that someone holds at this moment, as the database says. */
    List<String> held() {
        return rowlock.admin().locks().stream()
                .filter(status -> status.state() == LockStatus.State.HELD)
                .map(LockStatus::name)
                .toList();
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        rowlock.close();
        history.close();
    }
}
