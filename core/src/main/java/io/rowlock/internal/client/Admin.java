package io.rowlock.internal.client;

import io.rowlock.Finding;
import io.rowlock.LockAdmin;
import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.Revocation;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.doctor.Diagnosis;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The operator's view, read from the table. */
final class Admin implements LockAdmin {

    /** A shorter retention would let a corrected clock bring a token back. */
    private static final Duration SHORTEST_RETENTION = Duration.ofDays(1);

    /** Longer than any database has run; keeps microseconds within a long. */
    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

    private static final long LOCKED_TIMEOUT = Duration.ofMillis(500).toNanos();

    private final StoreClient storeClient;
    private final LocalQueue queue;
    private final Ticker ticker;
    private final Diagnosis diagnosis;

    Admin(StoreClient storeClient, LocalQueue queue, Ticker ticker, Diagnosis diagnosis) {
        this.storeClient = storeClient;
        this.queue = queue;
        this.ticker = ticker;
        this.diagnosis = diagnosis;
    }

    @Override
    public List<LockStatus> locks() {
        return allLocks().stream()
                .filter(status -> status.state() != LockStatus.State.FREE)
                .toList();
    }

    @Override
    public List<LockStatus> allLocks() {
        LockRows rows = storeClient.call("list the locks", store -> store.list());
        return statuses(rows, waitersElsewhere(Optional.empty()));
    }

    /** The waiters of other processes, as far as they have registered them in the database. */
    private Map<String, Integer> waitersElsewhere(Optional<String> name) {
        return storeClient.call(
                "count the waiters",
                store -> store.wakeUps().map(wakeUps -> wakeUps.waiters(name)).orElse(Map.of()));
    }

    @Override
    public Optional<LockStatus> find(String name) {
        LockKey key = LockKey.of(name);
        LockRows rows = storeClient.call("find lock '" + key + "'", store -> store.find(key));
        return rows.rows().isEmpty()
                ? Optional.empty()
                : statuses(rows, waitersElsewhere(Optional.of(name))).stream().findFirst();
    }

    private List<LockStatus> statuses(LockRows rows, Map<String, Integer> elsewhere) {
        return rows.rows().stream()
                .map(row -> row.status(
                        rows.now(),
                        queue.waiting(row.key())
                                + elsewhere.getOrDefault(row.key().name(), 0)))
                .toList();
    }

    @Override
    public Revocation revoke(String name, long token) {
        LockKey key = LockKey.of(name);
        return unlessLocked(
                () -> storeClient.call("revoke lock '" + key + "'", store -> store.revoke(key, token, false)));
    }

    @Override
    public Revocation revokeNow(String name, long token) {
        LockKey key = LockKey.of(name);
        Revocation revocation = unlessLocked(
                () -> storeClient.callOnce("revoke lock '" + key + "' now", store -> store.revoke(key, token, true)));
        queue.wakeFirst(key);
        return revocation;
    }

    /** Retries for half a second while the row is locked, because a renewal or a heartbeat may have locked it. */
    private Revocation unlessLocked(Supplier<Revocation> request) {
        long end = ticker.nanos() + LOCKED_TIMEOUT;
        Backoff backoff = Backoff.ofRequests();
        Revocation revocation = request.get();
        while (revocation instanceof Revocation.RowLocked && end - ticker.nanos() > 0) {
            StoreClient.sleep(ticker, "revoke a lock", backoff.nanos());
            revocation = request.get();
        }
        return revocation;
    }

    @Override
    public int purge(Duration unusedFor) {
        if (unusedFor.compareTo(SHORTEST_RETENTION) < 0) {
            throw new IllegalArgumentException("purge needs locks to be unused for at least a day, not " + unusedFor
                    + ", so that a corrected clock cannot bring a token back");
        }
        Duration retention = unusedFor.compareTo(LONGEST_RETENTION) > 0 ? LONGEST_RETENTION : unusedFor;
        return storeClient.callOnce("purge old locks", store -> store.purge(retention));
    }

    @Override
    public List<Finding> diagnose() {
        return diagnosis.findings();
    }
}
