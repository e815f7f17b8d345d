package io.rowlock.chaos.run;

import io.rowlock.chaos.fault.Administrator;
import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.chaos.worker.TwoPhaseCommit;
import io.rowlock.engines.server.ServerEngine;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends branches that are in doubt, as a transaction manager does: those that stay prepared for long, because their process was
 * killed or their connection is gone. Half of them are committed, half rolled back. Each ending is written down.
 */
final class Recovery implements AutoCloseable {
    /** Longer than a worker leaves a branch prepared on purpose, most of the time. */
    private static final long IN_DOUBT =
            RunPlan.LEASE.multipliedBy(2).plusMillis(1_500).toNanos();

    private static final long PAUSE = Duration.ofMillis(300).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ServerEngine engine;
    private final Optional<TwoPhaseCommit> twoPhaseCommit;
    private final HistoryWriter history;
    private final Map<String, Long> seen = new HashMap<>();
    private final Thread thread = new Thread(this::run, "recovery");
    private volatile boolean over;

    Recovery(ServerEngine engine, HistoryWriter history) {
        this.engine = engine;
        this.twoPhaseCommit = TwoPhaseCommit.at(engine.jdbcUrl());
        this.history = history;
        thread.setDaemon(true);
    }

    void start() {
        if (twoPhaseCommit.isPresent()) {
            thread.start();
        }
    }

    private void run() {
        while (!over) {
            try {
                twoPhaseCommit.ifPresent(statements -> endAll(statements, IN_DOUBT));
            } catch (IllegalStateException databaseAway) {
                // The next time.
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    /** Ends those that were first seen so long ago; returns how many there are. */
    private int endAll(TwoPhaseCommit statements, long age) {
        try (Administrator administrator = Administrator.of(engine)) {
            List<String> found = inDoubt(administrator);
            seen.keySet().retainAll(found);
            for (String name : found) {
                long since = seen.computeIfAbsent(name, unused -> System.nanoTime());
                if (System.nanoTime() - since >= age) {
                    end(administrator, statements, name);
                }
            }
            return found.size();
        }
    }

    private List<String> inDoubt(Administrator administrator) {
        List<String> all = twoPhaseCommit.orElseThrow() == TwoPhaseCommit.POSTGRESQL
                ? administrator.texts("select gid from pg_prepared_xacts", 1)
                : administrator.texts("xa recover", 4);
        return all.stream().filter(TwoPhaseCommit::isOurs).toList();
    }

    /** MariaDB lets nobody else end a branch as long as its connection is there; then it is tried again. */
    private void end(Administrator administrator, TwoPhaseCommit statements, String name) {
        String[] parts = name.split(":", -1);
        long id = Long.parseLong(parts[2]);
        boolean isCommit = id % 2 == 0;
        long before = System.nanoTime();
        if (administrator.attempt(statements.ending(name, isCommit))) {
            String how = isCommit ? "commit" : "rollback";
            history.write(new Event(before, Kind.RECOVERED, parts[1], id, 0, System.nanoTime(), how));
        }
    }

    /** Ends all that there are, also those of earlier runs on the same database. */
    static void endAll(ServerEngine engine, HistoryWriter history) {
        Recovery recovery = new Recovery(engine, history);
        long end = System.nanoTime() + PATIENCE.toNanos();
        recovery.twoPhaseCommit.ifPresent(statements -> {
            while (recovery.endAll(statements, 0) > 0) {
                if (end - System.nanoTime() < 0) {
                    throw new IllegalStateException("branches stay in doubt: " + recovery.seen.keySet());
                }
                LockSupport.parkNanos(PAUSE / 10);
            }
        });
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
