package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries requests to the database, by two workers: each is a thread with a store and at most one connection.
 *
 * <ol>
 *   <li>Requests stand in one queue. Renewals go to its head.
 *   <li>A worker connects before it takes a request. So a worker that waits for the pool delays no request that the other
 *       could serve, and a request that was not taken was surely not sent.
 *   <li>The worker that was idle for the shortest time is woken first: it still has its connection.
 *   <li>Queued requests are gathered into one batch where possible; {@link RequestQueue} says when they wait for that.
 *   <li>While the queue is empty, a waiting caller may run its request on its own thread, with an idle worker's connection, if
 *       the store allows that.
 *   <li>A {@link WorkerPool} looks after workers that hang.
 * </ol>
 */
public final class StoreExecutor implements AutoCloseable {
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final WorkerPool workers;
    private final RequestQueue queue;
    private final Starvation starvation;
    private long submitted;
    private volatile boolean closed;

    public StoreExecutor(Supplier<LockStore> stores, Ticker ticker, HoldKind kind, LogThread log) {
        this(stores, ticker, kind, log, new InFlightLimit(ticker.nanos()));
    }

    StoreExecutor(Supplier<LockStore> stores, Ticker ticker, HoldKind kind, LogThread log, InFlightLimit limit) {
        this.ticker = ticker;
        workers = new WorkerPool(ticker, kind, number -> new StoreWorker(this, number, stores.get(), ticker, log));
        queue = new RequestQueue(ticker, workers.workers(), limit, this::retryAlone);
        starvation = new Starvation(ticker, () -> locked(() -> workers.isConnected(null)));
        workers.start();
    }

    /** Queues a request at the tail. */
    public <T> Request<T> submit(String operation, Duration timeout, Function<LockStore, T> action) {
        return enqueue(new Request<>(operation, timeout, action, ticker.nanos()));
    }

    /** Queues a request at the head. */
    public <T> Request<T> submitFirst(String operation, Duration timeout, Function<LockStore, T> action) {
        return enqueue(new Request<>(operation, timeout, action, ticker.nanos()).urgent());
    }

    /** Queues an operation at the tail; it may share a statement with others. */
    public <T> Request<T> submit(Duration timeout, Operation<T> operation) {
        return enqueue(new Request<>(timeout, operation, ticker.nanos()));
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
        StoreWorker worker = borrow(request);
        if (worker == null) {
            return enqueue(request);
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
            StoreWorker worker = closed ? null : queue.lendable(request.operation());
            return worker == null || EngineThread.isVirtual(Thread.currentThread())
                    ? null
                    : queue.lend(worker, request);
        } finally {
            lock.unlock();
        }
    }

    /** Whether a request would run on the thread of a caller now. */
    public boolean isLending() {
        return locked(() -> !closed && queue.lendable(null) != null);
    }

    private void returnWorker(StoreWorker worker) {
        boolean needed;
        lock.lock();
        try {
            worker.takeBack();
            queue.ended(worker);
            needed = closed
                    || !queue.isEmpty()
                    || !worker.isBorrowable()
                    || !workers.workers().contains(worker);
            if (!needed) {
                queue.addIdle(worker);
            }
        } finally {
            lock.unlock();
        }
        wake(needed ? worker : null);
    }

    private <T> Request<T> enqueue(Request<T> request) {
        boolean accepted;
        StoreWorker woken = null;
        lock.lock();
        try {
            submitted++;
            accepted = !closed;
            if (accepted) {
                queue.add(request);
                woken = queue.mustWait(request) ? null : queue.pollIdle();
            }
        } finally {
            lock.unlock();
        }
        if (!accepted) {
            request.fail(closedException());
        }
        wake(woken);
        return request;
    }

    private static void wake(@Nullable StoreWorker worker) {
        if (worker != null) {
            worker.wake();
        }
    }

    private static StoreException closedException() {
        return new StoreException(StoreException.Kind.UNREACHABLE, "this Rowlock is closed", null);
    }

    /** Whether there is work for a worker; if not, it is listed as idle, to be woken. */
    boolean hasWork(StoreWorker worker) {
        return locked(() -> {
            if (worker.isUnavailable()) {
                return false;
            }
            if (queue.isReady()) {
                queue.removeIdle(worker);
                return true;
            }
            queue.addIdle(worker);
            return false;
        });
    }

    /** The next round trip for a worker that is connected; null if another was quicker. */
    @Nullable
    RoundTrip next(StoreWorker worker, boolean mixesKinds) {
        return locked(() -> {
            RoundTrip roundTrip = queue.takeReady(mixesKinds);
            queue.assign(worker, roundTrip);
            return roundTrip;
        });
    }

    /** A worker's round trip has ended. If the worker is not ready for the next, another is woken for the queue. */
    void ended(StoreWorker worker, boolean ready) {
        StoreWorker woken;
        lock.lock();
        try {
            queue.ended(worker);
            woken = ready || queue.isEmpty() ? null : queue.pollIdle();
        } finally {
            lock.unlock();
        }
        wake(woken);
    }

    /** Queues the requests of a failed batch before all but the urgent ones, each to be sent alone. */
    private void retryAlone(List<Request<?>> requests) {
        List<Request<?>> retries =
                requests.stream().<Request<?>>map(Request::retryAlone).toList();
        lock.lock();
        try {
            queue.addRetries(retries);
        } finally {
            lock.unlock();
        }
    }

    /** A worker could not connect: the next request fails, unless the other worker is connected. */
    void unreachable(StoreWorker worker, StoreException failure) {
        failNext(failure, () -> !workers.isConnected(worker));
    }

    /** Fails the next round trip without sending it; false if the condition is not met, or nothing is queued. */
    private boolean failNext(StoreException failure, BooleanSupplier condition) {
        RoundTrip unsent = locked(() -> condition.getAsBoolean() ? queue.take() : null);
        if (unsent != null) {
            unsent.fail(failure);
        }
        return unsent != null;
    }

    private <T extends @Nullable Object> T locked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Removes a worker from the idle ones; false if it has just been woken. */
    boolean removeIdle(StoreWorker worker) {
        return locked(() -> queue.removeIdle(worker));
    }

    /** Looks after workers that hang; to be called in each round of the heartbeat. */
    public void checkWorkers() {
        List<Runnable> failures = new ArrayList<>();
        lock.lock();
        try {
            if (!closed) {
                workers.check(queue, failures);
            }
            queue.endStall();
        } finally {
            lock.unlock();
            // Without the lock: a callback may take locks of its own, and use the executor while it has them.
            failures.forEach(Runnable::run);
        }
    }

    /** For how long the data source has had no connection to give. */
    public Starvation starvation() {
        return starvation;
    }

    /** Whether requests are queued while no worker has a connection. */
    public boolean isStarved() {
        return locked(() -> !queue.isEmpty() && !workers.isConnected(null));
    }

    /** How many requests were queued so far. */
    public long submitted() {
        return locked(() -> submitted);
    }

    public boolean isBusy() {
        return locked(queue::isAnyBusy);
    }

    /** Gives the workers a moment to serve the queue, fails the requests that are left, and ends the threads. */
    @Override
    public void close() {
        List<StoreWorker> ending;
        lock.lock();
        try {
            closed = true;
            ending = workers.all();
            queue.removeAllIdle();
        } finally {
            lock.unlock();
        }
        ending.forEach(StoreWorker::wake);
        ending.forEach(StoreWorker::join);
        while (failNext(closedException(), () -> true)) {}
    }
}
