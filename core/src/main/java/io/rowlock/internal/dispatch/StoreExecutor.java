package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The queue of requests, and the two workers that carry them to the database: each is a thread with a store and at most one
 * connection.
 *
 * <ol>
 *   <li>Requests stand in one queue. Renewals go to its head.
 *   <li>A worker connects before it takes a request. So a worker that waits for the pool delays no request that the other
 *       could serve, and a request that was not taken was surely not sent.
 *   <li>The worker that was idle for the shortest time is woken first: it still has its connection.
 *   <li>Queued requests are gathered into one batch where possible. When that pays, requests wait for the round trip in flight,
 *       so that the next batch is larger; {@link InFlightLimit} measures when. A slow round trip makes the others wait before
 *       it falls too far behind. While the queue is empty, a waiting caller may run its request on its own thread, with an idle
 *       worker's connection, if the store allows that.
 *   <li>A request that exceeds its timeout has its connection cut. If that does not help, because some drivers cannot be cut,
 *       another worker takes the place of the stuck one. If a renewal waits beyond its own timeout, because all workers hang in
 *       requests with longer timeouts, the request that has hung for longest is cut.
 * </ol>
 */
public final class StoreExecutor implements AutoCloseable {
    private static final int COUNT = 2;

    /**
     * How many operations the other worker may serve during a round trip: at least so many, and so many for each operation of
     * that round trip. While a transaction runs, the database keeps every row version that others replace, so a slow one would
     * make the table grow for good.
     */
    private static final int MIN_SERVED_MEANWHILE = 256;

    private static final int SERVED_MEANWHILE_EACH = 4;

    /** How many stuck workers are replaced at once; then one at a time, so that a client outlives connections that never open. */
    private static final int RETIRED_AT_ONCE = 2;

    private static final int MAX_RETIRED = 32;

    /** The shortest wait for a slow database, however short the leases. */
    private static final long MIN_PATIENCE = Duration.ofMillis(250).toNanos();

    /** By then a request whose connection was cut has ended, or its worker is replaced. */
    private static final long BETWEEN_CUTS = Duration.ofSeconds(1).toNanos();

    private static final long BETWEEN_RETIREMENTS = Duration.ofSeconds(10).toNanos();

    private final Supplier<LockStore> stores;
    private final Ticker ticker;
    private final HoldKind kind;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Request<?>> queue = new ArrayDeque<>();
    private final Deque<StoreWorker> idle = new ArrayDeque<>();
    private final List<StoreWorker> workers = new ArrayList<>();
    private final List<StoreWorker> retired = new ArrayList<>();
    private long retiredAt;
    private long cutForRenewalAt;
    private final GroupCommit groupCommit = new GroupCommit(this::retryAlone);
    private final InFlightLimit limit;
    private long submitted;
    private volatile boolean closed;

    public StoreExecutor(Supplier<LockStore> stores, Ticker ticker, HoldKind kind) {
        this(stores, ticker, kind, new InFlightLimit(ticker.nanos()));
    }

    StoreExecutor(Supplier<LockStore> stores, Ticker ticker, HoldKind kind, InFlightLimit limit) {
        this.stores = stores;
        this.ticker = ticker;
        this.kind = kind;
        this.limit = limit;
        cutForRenewalAt = ticker.nanos() - Duration.ofDays(1).toNanos();
        for (int number = 1; number <= COUNT; number++) {
            workers.add(newWorker(number));
        }
        workers.forEach(StoreWorker::start);
    }

    private StoreWorker newWorker(int number) {
        return new StoreWorker(this, number, stores.get(), ticker);
    }

    /** Queues a request at the tail. */
    public <T> Request<T> submit(String operation, Duration timeout, Function<LockStore, T> action) {
        return enqueue(new Request<>(operation, timeout, action, ticker.nanos()), false);
    }

    /** Queues a request at the head. */
    public <T> Request<T> submitFirst(String operation, Duration timeout, Function<LockStore, T> action) {
        return enqueue(new Request<>(operation, timeout, action, ticker.nanos()).urgent(), true);
    }

    /** Queues an operation at the tail; it may share a statement with others. */
    public <T> Request<T> submit(Duration timeout, Operation<T> operation) {
        return enqueue(new Request<>(timeout, operation, ticker.nanos()), false);
    }

    /**
     * The same on behalf of a caller who waits for the answer. If nothing else is queued, the request runs on the caller's own
     * thread: two thread switches can take longer than the statement.
     */
    public <T> Request<T> execute(Duration timeout, Operation<T> operation) {
        return execute(new Request<>(timeout, operation, ticker.nanos()));
    }

    /** The same for a request that is always sent alone. */
    public <T> Request<T> execute(String operation, Duration timeout, Function<LockStore, T> action) {
        return execute(new Request<>(operation, timeout, action, ticker.nanos()));
    }

    private <T> Request<T> execute(Request<T> request) {
        StoreWorker worker = EngineThread.isVirtual(Thread.currentThread()) ? null : borrow(request);
        if (worker == null) {
            return enqueue(request, false);
        }
        request.take();
        try {
            worker.runOnCaller(request);
        } finally {
            returnWorker(worker);
        }
        return request;
    }

    private @Nullable StoreWorker borrow(Request<?> request) {
        if (!lock.tryLock()) {
            return null; // Another thread uses the queue at this moment.
        }
        try {
            StoreWorker worker = closed || !queue.isEmpty() || isThrottled() ? null : idle.peekFirst();
            if (worker == null || !worker.isBorrowable()) {
                return null;
            }
            idle.remove(worker);
            worker.borrow();
            worker.assign(request);
            return worker;
        } finally {
            lock.unlock();
        }
    }

    private void returnWorker(StoreWorker worker) {
        boolean needed;
        lock.lock();
        try {
            worker.takeBack();
            roundTripEnded(worker);
            needed = closed || !queue.isEmpty() || !worker.isBorrowable() || !workers.contains(worker);
            if (!needed) {
                idle.addFirst(worker);
            }
        } finally {
            lock.unlock();
        }
        if (needed) {
            worker.wake();
        }
    }

    private <T> Request<T> enqueue(Request<T> request, boolean first) {
        StoreWorker woken = null;
        boolean rejected;
        lock.lock();
        try {
            rejected = closed;
            submitted++;
            if (!rejected && first) {
                queue.addFirst(request);
            } else if (!rejected) {
                queue.addLast(request);
            }
            woken = rejected || (request.operation() != null && isThrottled()) ? null : idle.pollFirst();
        } finally {
            lock.unlock();
        }
        if (rejected) {
            request.fail(closedException());
        }
        if (woken != null) {
            woken.wake();
        }
        return request;
    }

    private static StoreException closedException() {
        return new StoreException(StoreException.Kind.UNREACHABLE, "this Rowlock is closed", null);
    }

    /** Whether there is work for a worker; if not, it is listed as idle, to be woken. */
    boolean hasWork(StoreWorker worker) {
        lock.lock();
        try {
            if (worker.isUnavailable()) {
                return false;
            }
            if (mayServe(queue.peekFirst())) {
                idle.remove(worker);
                return true;
            }
            if (!idle.contains(worker) && workers.contains(worker)) {
                idle.addFirst(worker);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean mayServe(@Nullable Request<?> request) {
        return request != null && (request.operation() == null || !isThrottled());
    }

    /** Whether operations wait for a round trip in flight, for its own sake or to gather a larger batch. None waits for one that hangs. */
    private boolean isThrottled() {
        long now = ticker.nanos();
        int inFlight = 0;
        boolean fallsBehind = false;
        for (StoreWorker worker : workers) {
            if (worker.operations() > 0 && !InFlightLimit.isHanging(worker.assignedAt(), now)) {
                inFlight++;
                fallsBehind |= worker.servedMeanwhile()
                        >= Math.max(MIN_SERVED_MEANWHILE, SERVED_MEANWHILE_EACH * worker.operations());
            }
        }
        return fallsBehind || inFlight >= limit.limit();
    }

    /** The next round trip for a worker that is connected; null if another was quicker. */
    @Nullable
    RoundTrip next(StoreWorker worker, boolean mixesKinds) {
        lock.lock();
        try {
            RoundTrip roundTrip = mayServe(queue.peekFirst()) ? gather(mixesKinds) : null;
            worker.assign(roundTrip);
            return roundTrip;
        } finally {
            lock.unlock();
        }
    }

    /** A worker's round trip has ended. If the worker is not ready for the next, another is woken for the queue. */
    void ended(StoreWorker worker, boolean ready) {
        StoreWorker woken;
        lock.lock();
        try {
            roundTripEnded(worker);
            woken = ready || queue.isEmpty() ? null : idle.pollFirst();
        } finally {
            lock.unlock();
        }
        if (woken != null) {
            woken.wake();
        }
    }

    private void roundTripEnded(StoreWorker worker) {
        RoundTrip roundTrip = worker.assigned();
        int operations = worker.operations();
        if (roundTrip != null && operations > 0 && workers.contains(worker)) {
            long now = ticker.nanos();
            limit.ended(operations, operations * now - roundTrip.queuedAt(), now);
        }
        worker.assign(null);
        workers.forEach(other -> other.addServedMeanwhile(operations));
    }

    private @Nullable RoundTrip gather(boolean mixesKinds) {
        Request<?> first = take();
        return first == null ? null : groupCommit.gather(first, queue, mixesKinds);
    }

    private @Nullable Request<?> take() {
        for (Request<?> request = queue.pollFirst(); request != null; request = queue.pollFirst()) {
            if (request.take()) {
                return request;
            }
        }
        return null;
    }

    /** Queues the requests of a failed batch at the head, each to be sent alone. */
    private void retryAlone(List<Request<?>> requests) {
        lock.lock();
        try {
            requests.forEach(request -> queue.addFirst(request.retryAlone()));
        } finally {
            lock.unlock();
        }
    }

    /** A worker could not connect: the next request fails, unless the other worker is connected. */
    void unreachable(StoreWorker worker, StoreException failure) {
        if (isAnotherConnected(worker)) {
            return;
        }
        RoundTrip roundTrip = takeUnsent();
        if (roundTrip != null) {
            roundTrip.fail(failure);
        }
    }

    /** Takes the next round trip from the queue without sending it. */
    private @Nullable RoundTrip takeUnsent() {
        lock.lock();
        try {
            return gather(true);
        } finally {
            lock.unlock();
        }
    }

    private boolean isAnotherConnected(StoreWorker worker) {
        lock.lock();
        try {
            return workers.stream().anyMatch(other -> other != worker && other.isConnected());
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Removes a worker from the idle ones; false if it has just been woken. */
    boolean removeIdle(StoreWorker worker) {
        lock.lock();
        try {
            return idle.remove(worker);
        } finally {
            lock.unlock();
        }
    }

    /** Cuts the connections of overdue requests, and replaces workers that stay stuck, as long as few of those are left. */
    public void checkWorkers() {
        List<Runnable> failures = new ArrayList<>();
        lock.lock();
        try {
            retired.removeIf(worker -> !worker.isAlive());
            if (!closed) {
                makeWayForRenewal();
                workers.replaceAll(worker -> checked(worker, failures));
            }
            if (!queue.isEmpty() && limit.isStalled(ticker.nanos())) {
                limit.reset(ticker.nanos());
                idle.forEach(StoreWorker::wake);
            }
        } finally {
            lock.unlock();
            // Without the lock: a callback may take locks of its own, and use the executor while it has them.
            failures.forEach(Runnable::run);
        }
    }

    /**
     * Cuts the request that has occupied its worker for longest, if a renewal has waited beyond its timeout. Not so if holds are
     * bound to connections, because the cut would end those of that worker.
     */
    private void makeWayForRenewal() {
        Request<?> first = queue.peekFirst();
        if (first == null || !first.isUrgent() || kind == HoldKind.CONNECTION) {
            return;
        }
        long now = ticker.nanos();
        long patience = Math.max(MIN_PATIENCE, first.timeout().toNanos());
        if (now - first.queuedAt() > patience
                && now - cutForRenewalAt > Math.max(BETWEEN_CUTS, patience)
                && workers.stream().allMatch(worker -> worker.isStuck(patience))) {
            cutForRenewalAt = now;
            workers.stream()
                    .filter(worker -> worker.runningSince().isPresent() && !worker.wasCut())
                    .min(Comparator.comparingLong(
                            worker -> worker.runningSince().orElse(now) - now))
                    .ifPresent(StoreWorker::makeWay);
        }
    }

    private StoreWorker checked(StoreWorker worker, List<Runnable> failures) {
        if (!worker.cutIfOverdue() || !mayRetireAnother()) {
            return worker;
        }
        StoreWorker replacement;
        try {
            replacement = newWorker(worker.number());
            replacement.start();
        } catch (OutOfMemoryError noThread) {
            // The next round of the heartbeat tries again; until then the stuck worker may still recover.
            return worker;
        }
        failures.add(worker.retire());
        retiredAt = ticker.nanos();
        retired.add(worker);
        idle.remove(worker);
        return replacement;
    }

    private boolean mayRetireAnother() {
        return retired.size() < RETIRED_AT_ONCE
                || (retired.size() < MAX_RETIRED && ticker.nanos() - retiredAt >= BETWEEN_RETIREMENTS);
    }

    /** Whether requests are queued while no worker has a connection. */
    public boolean isStarved() {
        lock.lock();
        try {
            return !queue.isEmpty() && workers.stream().noneMatch(StoreWorker::isConnected);
        } finally {
            lock.unlock();
        }
    }

    /** How many requests were queued so far. */
    public long submitted() {
        lock.lock();
        try {
            return submitted;
        } finally {
            lock.unlock();
        }
    }

    public boolean isBusy() {
        lock.lock();
        try {
            return idle.size() < workers.size();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the workers a moment to serve the queue, fails the requests that are left, and ends the threads. */
    @Override
    public void close() {
        List<StoreWorker> ending;
        lock.lock();
        try {
            closed = true;
            ending = Stream.concat(workers.stream(), retired.stream()).toList();
            idle.clear();
        } finally {
            lock.unlock();
        }
        ending.forEach(StoreWorker::wake);
        ending.forEach(StoreWorker::join);
        for (RoundTrip unsent = takeUnsent(); unsent != null; unsent = takeUnsent()) {
            unsent.fail(closedException());
        }
    }
}
