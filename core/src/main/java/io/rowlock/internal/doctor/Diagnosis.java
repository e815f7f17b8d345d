package io.rowlock.internal.doctor;

import io.rowlock.Finding;
import io.rowlock.Finding.Severity;
import io.rowlock.LockAdmin;
import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.Request;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Examines a database on demand.
 *
 * <ol>
 *   <li>Connection, server and table are examined as at startup.
 *   <li>If nothing makes locks impossible, the two workers race for a lock of their own, and never may both win.
 *   <li>The database's clock is read over a second, and compared with the monotonic clock of this process.
 * </ol>
 */
public final class Diagnosis {
    private static final LockKey PROBE = LockKey.of(LockAdmin.PROBE_LOCK);
    private static final Duration RACE_TIMEOUT = Duration.ofSeconds(5);
    private static final int RACES = 3;
    private static final int READINGS = 6;
    private static final long BETWEEN_READINGS = Duration.ofMillis(200).toNanos();

    private final StoreClient storeClient;
    private final StoreExecutor executor;
    private final ShutdownGate gate;
    private final Ticker ticker;
    private final String owner;

    public Diagnosis(StoreClient storeClient, StoreExecutor executor, ShutdownGate gate, Ticker ticker, String owner) {
        this.storeClient = storeClient;
        this.executor = executor;
        this.gate = gate;
        this.ticker = ticker;
        this.owner = owner;
    }

    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(storeClient.call("examine the database", LockStore::examine));
        if (findings.stream().noneMatch(finding -> finding.severity() == Severity.IMPOSSIBLE)) {
            findings.addAll(race());
        }
        findings.addAll(ClockReading.compare(readings()));
        findings.sort(Comparator.comparing(Finding::severity).reversed());
        return List.copyOf(findings);
    }

    /** Races until both workers have met, which a pool of one connection does not allow. */
    private List<Finding> race() {
        for (int attempt = 0; attempt < RACES; attempt++) {
            Race race = new Race(PROBE, ticker, owner);
            Optional<Finding> failed = run(race);
            if (race.rounds() > 0 || failed.isPresent()) {
                List<Finding> findings = new ArrayList<>(race.findings());
                failed.ifPresent(findings::add);
                return findings;
            }
        }
        return List.of();
    }

    /** A database that rejects a plain acquire is a finding; one that does not answer is an error. */
    private Optional<Finding> run(Race race) {
        String operation = "race for lock '" + PROBE + "'";
        gate.enter(operation);
        Request<Integer> one = executor.submit(operation, RACE_TIMEOUT, store -> race.run(store, 0));
        Request<Integer> other = executor.submit(operation, RACE_TIMEOUT, store -> race.run(store, 1));
        try {
            var unused = one.await() + other.await();
            return Optional.empty();
        } catch (StoreException failure) {
            if (failure.kind() != StoreException.Kind.REJECTED) {
                throw StoreClient.describe(operation, failure);
            }
            return Optional.of(Finding.warning(
                    "L1",
                    "the database rejected the grant or release of lock '" + PROBE + "': " + failure.getMessage(),
                    "see that this user may insert, update and see every row of the lock table"));
        } catch (InterruptedException interrupted) {
            throw StoreClient.interrupted(operation);
        } finally {
            one.withdraw();
            other.withdraw();
            gate.leave();
        }
    }

    private List<ClockReading> readings() {
        List<ClockReading> readings = new ArrayList<>(READINGS);
        while (readings.size() < READINGS) {
            if (!readings.isEmpty()) {
                StoreClient.sleep(ticker, "read the database's clock", BETWEEN_READINGS);
            }
            readings.add(storeClient.call("read the database's clock", this::reading));
        }
        return readings;
    }

    private ClockReading reading(LockStore store) {
        long before = ticker.nanos();
        long micros = store.find(PROBE).now();
        return new ClockReading(before, ticker.nanos(), micros);
    }
}
