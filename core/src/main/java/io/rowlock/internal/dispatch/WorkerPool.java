package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The two workers. Looks after those that hang, in each round of the heartbeat.
 *
 * <ol>
 *   <li>The connection of a request that exceeds its timeout is cut, again in each round while the request lasts.
 *   <li>A worker whose connection cannot be cut is replaced, as long as few of those are left. Its request is in doubt.
 *   <li>If a renewal waits beyond its own timeout, because all workers hang in requests with longer timeouts, the request that
 *       has hung for longest is cut.
 * </ol>
 *
 * Used under the lock of the {@link StoreExecutor}.
 */
final class WorkerPool {
    private static final int COUNT = 2;

    /** How many stuck workers are replaced at once; then one at a time, so that a client outlives connections that never open. */
    private static final int RETIRED_AT_ONCE = 2;

    private static final int MAX_RETIRED = 32;
    private static final long BETWEEN_RETIREMENTS = Duration.ofSeconds(10).toNanos();

    /** The shortest wait for a slow database, however short the leases. */
    private static final long MIN_PATIENCE = Duration.ofMillis(250).toNanos();

    /** By then a request whose connection was cut has ended, or its worker is replaced. */
    private static final long BETWEEN_CUTS = Duration.ofSeconds(1).toNanos();

    private final Ticker ticker;
    private final HoldKind kind;
    private final IntFunction<StoreWorker> newWorker;
    private final List<StoreWorker> workers = new ArrayList<>();
    private final List<StoreWorker> retired = new ArrayList<>();
    private long retiredAt;
    private long cutForRenewalAt;

    WorkerPool(Ticker ticker, HoldKind kind, IntFunction<StoreWorker> newWorker) {
        this.ticker = ticker;
        this.kind = kind;
        this.newWorker = newWorker;
        cutForRenewalAt = ticker.nanos() - Duration.ofDays(1).toNanos();
        for (int number = 1; number <= COUNT; number++) {
            workers.add(newWorker.apply(number));
        }
    }

    /** Starts both workers, or leaves none if the machine has no thread for one of them. */
    void start() {
        try {
            workers.forEach(StoreWorker::start);
        } catch (RuntimeException | Error failure) {
            workers.forEach(StoreWorker::retire);
            workers.forEach(StoreWorker::wake);
            workers.forEach(StoreWorker::join);
            throw failure;
        }
    }

    /** The workers, as they are from time to time. */
    List<StoreWorker> workers() {
        return workers;
    }

    /** Whether a worker other than the given one has a connection. */
    boolean isConnected(@Nullable StoreWorker except) {
        return workers.stream().anyMatch(worker -> worker != except && worker.isConnected());
    }

    /** All workers, also those that were replaced and still hang. */
    List<StoreWorker> all() {
        return Stream.concat(workers.stream(), retired.stream()).toList();
    }

    /**
     * Looks after workers that hang.
     *
     * @param failures takes actions that report failures, to be run without any lock
     */
    void check(RequestQueue queue, List<Runnable> failures) {
        retired.removeIf(worker -> !worker.isAlive());
        cutLongest(queue.first());
        workers.replaceAll(worker -> checked(worker, queue, failures));
    }

    /**
     * Cuts the request that has occupied its worker for longest, if a renewal has waited beyond its timeout. Not so if holds are
     * bound to connections, because the cut would end those of that worker.
     */
    private void cutLongest(@Nullable Request<?> first) {
        if (first == null || !first.isUrgent() || kind == HoldKind.CONNECTION) {
            return;
        }
        long now = ticker.nanos();
        long patience = Math.max(MIN_PATIENCE, first.timeout().toNanos());
        if (now - first.queuedAt() > patience && now - cutForRenewalAt > Math.max(BETWEEN_CUTS, patience)) {
            List<ConnectionUse> uses = new ArrayList<>();
            for (StoreWorker worker : workers) {
                ConnectionUse use = worker.use();
                if (use == null || !use.isStuck(now, patience)) {
                    return;
                }
                uses.add(use);
            }
            cutForRenewalAt = now;
            uses.stream()
                    .filter(use -> use.roundTripSince().isPresent() && !use.isCut())
                    .min(Comparator.comparingLong(use -> use.roundTripSince().orElse(now) - now))
                    .ifPresent(use -> use.expire(now));
        }
    }

    /** Cuts the connection of a worker that is overdue; returns the worker, or its replacement if it stays stuck. */
    private StoreWorker checked(StoreWorker worker, RequestQueue queue, List<Runnable> failures) {
        ConnectionUse use = worker.use();
        if (use == null) {
            return worker;
        }
        try {
            worker.cutIfOverdue(use);
            return use.isBeyondHelp(ticker.nanos()) && mayRetireAnother() ? replaced(worker, queue, failures) : worker;
        } catch (OutOfMemoryError noThread) {
            // The next round tries again; until then the worker may still recover.
            return worker;
        }
    }

    private boolean mayRetireAnother() {
        return retired.size() < RETIRED_AT_ONCE
                || (retired.size() < MAX_RETIRED && ticker.nanos() - retiredAt >= BETWEEN_RETIREMENTS);
    }

    /** The replacement starts first: without a thread for it, the worker has to stay. */
    private StoreWorker replaced(StoreWorker worker, RequestQueue queue, List<Runnable> failures) {
        StoreWorker replacement = newWorker.apply(worker.number());
        replacement.start();
        worker.retire();
        retiredAt = ticker.nanos();
        retired.add(worker);
        queue.removeIdle(worker);
        ConnectionUse stuck = worker.use();
        if (stuck != null) {
            failures.add(stuck::fail);
        }
        return replacement;
    }
}
