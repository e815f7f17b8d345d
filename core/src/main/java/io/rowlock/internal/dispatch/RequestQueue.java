package io.rowlock.internal.dispatch;

import io.rowlock.internal.dispatch.InFlightLimit.Mode;
import io.rowlock.internal.time.Ticker;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for a worker, and the workers that wait for a request. When it pays, operations wait for a round trip in flight, so that
 * the next batch is larger; and a slow round trip makes the others wait before it falls too far behind.
 *
 * <p>Used under the lock of the {@link StoreExecutor}.
 */
final class RequestQueue {
    /**
     * How many operations the other worker may serve during a round trip: at least so many, and so many for each operation of
     * that round trip. While a transaction runs, the database keeps every row version that others replace, so a slow one would
     * make the table grow permanently.
     */
    private static final int MIN_SERVED_MEANWHILE = 256;

    private static final int SERVED_MEANWHILE_EACH = 4;

    private final Ticker ticker;
    private final List<StoreWorker> workers;
    private final InFlightLimit limit;
    private final GroupCommit groupCommit;
    private final Deque<Request<?>> requests = new ArrayDeque<>();
    private final Deque<StoreWorker> idle = new ArrayDeque<>();

    /**
     * An empty queue.
     *
     * @param workers the workers, of which some may be replaced later
     * @param retryAlone takes the requests of a failed batch that are to be sent one by one
     */
    RequestQueue(Ticker ticker, List<StoreWorker> workers, InFlightLimit limit, Consumer<List<Request<?>>> retryAlone) {
        this.ticker = ticker;
        this.workers = workers;
        this.limit = limit;
        groupCommit = new GroupCommit(retryAlone);
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }

    @Nullable
    Request<?> first() {
        return requests.peekFirst();
    }

    /** Adds a request at the tail, or at the head if it is urgent. */
    void add(Request<?> request) {
        if (request.isUrgent()) {
            requests.addFirst(request);
        } else {
            requests.addLast(request);
        }
    }

    /** Adds retries at the head, but behind the urgent requests: on a slow network hundreds of them may take longer than a lease. */
    void addRetries(List<Request<?>> retries) {
        Deque<Request<?>> urgent = new ArrayDeque<>();
        for (Request<?> first = first(); first != null && first.isUrgent(); first = first()) {
            urgent.addFirst(requests.removeFirst());
        }
        retries.forEach(requests::addFirst);
        urgent.forEach(requests::addFirst);
    }

    /** Whether a worker may take a request now: the first, or the first of a kind that does not wait. */
    boolean isReady() {
        return firstReady() != null;
    }

    private @Nullable Request<?> firstReady() {
        Request<?> first = requests.peekFirst();
        if (first == null || !mustWait(first)) {
            return first;
        }
        return isByKind() ? firstOfOtherKinds(first) : null;
    }

    private @Nullable Request<?> firstOfOtherKinds(Request<?> first) {
        Request<?> waiting = first;
        for (Request<?> next : requests) {
            if (!next.isLike(waiting)) {
                if (!mustWait(next)) {
                    return next;
                }
                waiting = next;
            }
        }
        return null;
    }

    /** Whether a request waits for a round trip in flight; one that is always sent alone never does. */
    boolean mustWait(Request<?> request) {
        return request.operation() != null && isThrottled(request.operation());
    }

    /**
     * Whether an operation waits for a round trip in flight, for its sake or to gather a larger batch; never for one that hangs.
     *
     * @param operation the operation; null if the request is always sent alone
     */
    boolean isThrottled(@Nullable Operation<?> operation) {
        long now = ticker.nanos();
        int inFlight = 0;
        boolean sameKind = false;
        boolean fallsBehind = false;
        for (StoreWorker worker : workers) {
            RoundTrip roundTrip = worker.assigned();
            int operations = worker.operations();
            if (roundTrip != null && operations > 0 && !InFlightLimit.isHanging(worker.assignedAt(), now)) {
                inFlight++;
                sameKind |= operation != null && roundTrip.holds(operation.getClass());
                fallsBehind |=
                        worker.servedMeanwhile() >= Math.max(MIN_SERVED_MEANWHILE, SERVED_MEANWHILE_EACH * operations);
            }
        }
        return inFlight > 0 && (fallsBehind || inFlight >= limit.mode().limit() || (sameKind && isByKind()));
    }

    private boolean isByKind() {
        return limit.mode() == Mode.BY_KIND;
    }

    /**
     * The idle worker whose connection a caller may use while nothing is queued; null if there is none.
     *
     * @param operation what the caller asks for; null if that is always sent alone
     */
    @Nullable
    StoreWorker lendable(@Nullable Operation<?> operation) {
        StoreWorker worker = requests.isEmpty() && !isThrottled(operation) ? idle.peekFirst() : null;
        return worker != null && worker.isBorrowable() ? worker : null;
    }

    StoreWorker lend(StoreWorker worker, Request<?> request) {
        removeIdle(worker);
        worker.borrow();
        assign(worker, request);
        return worker;
    }

    /** The worker that was idle for the shortest time, so that it still has its connection, and it is idle no longer; null if none is idle. */
    @Nullable
    StoreWorker pollIdle() {
        return idle.pollFirst();
    }

    /** Lists a worker as idle, to be woken, unless it was replaced. */
    void addIdle(StoreWorker worker) {
        if (!idle.contains(worker) && workers.contains(worker)) {
            idle.addFirst(worker);
        }
    }

    /** Removes a worker from the idle ones; false if it was not among them. */
    boolean removeIdle(StoreWorker worker) {
        return idle.remove(worker);
    }

    void removeAllIdle() {
        idle.clear();
    }

    boolean isAnyBusy() {
        return idle.size() < workers.size();
    }

    /** Takes the first request that is ready, together with those that can share its statement; null if none is left. */
    @Nullable
    RoundTrip takeReady(boolean mixesKinds) {
        for (Request<?> first = firstReady(); first != null; first = firstReady()) {
            remove(first);
            if (first.take()) {
                return requests.isEmpty() ? first : groupCommit.gather(first, requests, mixesKinds && !isByKind());
            }
        }
        return null;
    }

    private void remove(Request<?> request) {
        if (requests.peekFirst() == request) {
            requests.removeFirst();
        } else {
            requests.remove(request);
        }
    }

    /** The same for the first request that was not withdrawn, ready or not. */
    @Nullable
    RoundTrip take() {
        for (Request<?> first = requests.pollFirst(); first != null; first = requests.pollFirst()) {
            if (first.take()) {
                return groupCommit.gather(first, requests, true);
            }
        }
        return null;
    }

    /** Assigns a round trip to a worker; null if there is none for it. */
    void assign(StoreWorker worker, @Nullable RoundTrip roundTrip) {
        boolean alone = requests.isEmpty();
        for (StoreWorker other : workers) {
            if (other != worker && other.operations() > 0) {
                other.joined();
                alone = false;
            }
        }
        worker.assign(roundTrip, alone);
    }

    /** The round trip of a worker has ended. One that was alone all the time says nothing about how many may be in flight. */
    void ended(StoreWorker worker) {
        RoundTrip roundTrip = worker.assigned();
        int operations = worker.operations();
        boolean measured = !worker.isAlone() || !requests.isEmpty();
        if (roundTrip != null && operations > 0 && measured && workers.contains(worker)) {
            long now = ticker.nanos();
            limit.ended(operations, operations * now - roundTrip.queuedAt(), now);
        }
        worker.assign(null, true);
        workers.forEach(other -> other.addServedMeanwhile(operations));
    }

    /** If requests wait and no round trip ends, lets them wait no longer. */
    void endStall() {
        long now = ticker.nanos();
        if (!requests.isEmpty() && limit.isStalled(now)) {
            limit.reset(now);
            idle.forEach(StoreWorker::wake);
        }
    }
}
