package io.rowlock.chaos.run;

import io.rowlock.Fence;
import io.rowlock.LockException;
import io.rowlock.chaos.client.Contestant;
import io.rowlock.chaos.client.Fences;
import io.rowlock.chaos.fault.Environment;
import io.rowlock.chaos.fault.Nemesis;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.history.HistoryFile;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.chaos.history.LedgerEntry;
import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.chaos.worker.Ledger;
import io.rowlock.chaos.worker.WorkerConfig;
import io.rowlock.engines.process.SystemFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A run of workers under faults.
 *
 * <ol>
 *   <li>Start the database, make the tables, start the workers.
 *   <li>Let the nemesis inject faults until the time is over, or someone has seen enough.
 *   <li>Let the workers end by themselves, and see what is left: locks, connections, threads.
 *   <li>Put beside the histories what the transactions left in the database.
 * </ol>
 */
public final class ChaosRun {
    private static final Duration RELEASE_TIMEOUT = RunPlan.LEASE.plus(Duration.ofSeconds(4));

    private static final int READS = 5;

    private final RunPlan plan;
    private final SystemFaults databaseSystem;

    public ChaosRun(RunPlan plan, SystemFaults databaseSystem) {
        this.plan = plan;
        this.databaseSystem = databaseSystem;
    }

    /** Watches a run while it goes on. */
    public interface Watch {
        /** Whether the run can end before its time. */
        boolean hasSeenEnough();

        /** Whether the run is to go on after its time: what it was to reach is not reached yet. */
        default boolean goesOn(Duration elapsed) {
            return false;
        }

        /** Whether the workers may be killed then, and what is left is of no interest. */
        default boolean leavesAbruptly() {
            return false;
        }

        /** The nemesis's present fault. */
        void tell(String fault, Duration elapsed);
    }

    /** Runs, and returns what is known of the run beside its histories; they are in the plan's directory then. */
    public Facts run(Facts facts, Watch watch) throws IOException, SQLException {
        facts.write(Files.createDirectories(plan.directory()));
        Facts outcome = facts;
        try (HistoryWriter history =
                        HistoryFile.in(plan.directory(), HistoryFile.NEMESIS).writer();
                Environment environment = new Environment(plan, databaseSystem, history);
                Recovery recovery = new Recovery(plan.engine(), history)) {
            prepare(history);
            recovery.start();
            Optional<Observer> observer = observer();
            try {
                environment.open();
                observer.ifPresent(Observer::start);
                long begin = System.nanoTime();
                injectFaults(environment, watch);
                Duration took = Duration.ofNanos(System.nanoTime() - begin);
                outcome = outcome.with("seconds", Long.toString(took.toSeconds()));
                if (watch.leavesAbruptly()) {
                    return facts;
                }
                outcome = outcome.with("stuck", String.join(",", environment.end()));
                recovery.close();
                Recovery.endAll(plan.engine(), history);
                outcome = outcome.with("left.locks", left(observer));
            } finally {
                observer.ifPresent(Observer::close);
            }
        }
        outcome = outcome.with("left.connections", Integer.toString(connectionsLeft()));
        outcome.write(plan.directory());
        writeLedger(Ledger.read(plan.engine().dataSource()));
        return outcome;
    }

    private void prepare(HistoryWriter history) throws SQLException {
        Recovery.endAll(plan.engine(), history);
        Ledger.create(plan.engine().dataSource(), WorkerConfig.locks(plan.size().locks()));
        try (Connection connection = plan.engine().dataSource().getConnection()) {
            Fence.table(Fences.TABLE).createTable(connection);
        }
    }

    /** Only Rowlock's table can be read so. */
    private Optional<Observer> observer() {
        return plan.client() == Contestant.ROWLOCK
                ? Optional.of(new Observer(plan.engine().dataSource(), plan.directory()))
                : Optional.empty();
    }

    private void injectFaults(Environment environment, Watch watch) {
        long begin = System.nanoTime();
        Nemesis nemesis = new Nemesis(environment, plan);
        BooleanSupplier enough = () -> {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
            watch.tell(nemesis.now(), elapsed);
            boolean isOver = elapsed.compareTo(plan.time()) >= 0 && !watch.goesOn(elapsed);
            return isOver || watch.hasSeenEnough();
        };
        nemesis.run(enough);
    }

    /** The locks that are still held when everything must have ended by itself. */
    private static String left(Optional<Observer> observer) {
        long end = System.nanoTime() + RELEASE_TIMEOUT.toNanos();
        List<String> held = held(observer);
        while (!held.isEmpty() && end - System.nanoTime() > 0) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            held = held(observer);
        }
        return String.join(",", held);
    }

    /** The database may just have come back, so a read that fails is repeated. */
    private static List<String> held(Optional<Observer> observer) {
        for (int read = 1; ; read++) {
            try {
                return observer.map(Observer::held).orElse(List.of());
            } catch (LockException failure) {
                if (read == READS) {
                    throw failure;
                }
            }
        }
    }

    private int connectionsLeft() {
        long end = System.nanoTime() + RELEASE_TIMEOUT.toNanos();
        int left = plan.engine().liveConnections();
        while (left > 0 && end - System.nanoTime() > 0) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            left = plan.engine().liveConnections();
        }
        return left;
    }

    private void writeLedger(List<LedgerEntry> entries) throws IOException {
        Path file = plan.directory().resolve(LedgerEntry.FILE);
        Files.write(file, entries.stream().map(LedgerEntry::line).toList());
    }
}
