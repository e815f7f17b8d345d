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
 * The two ways to the database that a process has: two threads, each with a store and at most one connection.
 *
 * <ol>
 *   <li>Calls stand in one queue. Renewals go to its head.
 *   <li>A lane gets itself a connection first, and takes a call only then; so a lane that waits for the pool holds up no
 *       call that the other could serve, and a call that was not taken was surely not sent.
 *   <li>The lane that was idle for the shortest time is woken first: it still has its connection.
 *   <li>What has queued up is gathered into one trip where it can be. When it pays, wishes wait for the trip that is under way,
 *       so that more are gathered; {@link InFlightLimit} finds out when. A trip that is slow is not overtaken again and again. When there is no queue, a caller who waits may do its
 *       trip itself, on an idle lane that has a connection, if the store allows that.
 *   <li>A lane whose call does not end in time is cut; if even that does not help, for some drivers cannot be cut,
 *       another takes its place. If a renewal waits for longer than it may take, because all lanes hang in calls that may take
 *       longer, the call that has hung for longest is cut for it.
 * </ol>
 */
public final class StoreExecutor implements AutoCloseable {
    private static final int COUNT = 2;

    /**
     * How many wishes the other lane may serve during a trip, at the least, and for each wish of that trip. For as long as a
     * transaction runs, a database has to keep all that others replace; one that is held up for a moment would make the table
     * grow for good.
     */
    private static final int LEAST_OVERTAKING = 256;

    private static final int OVERTAKING_EACH = 4;

    /** How many stuck lanes are replaced at once; then one at a time, so that a client outlives connections that never open. */
    private static final int RETIRED_AT_ONCE = 2;

    private static final int MOST_RETIRED = 32;

    /** So that a database that is merely slow gets to answer, however short the leases. */
    private static final long LEAST_PATIENCE = Duration.ofMillis(250).toNanos();

    /** By then a call that was cut has ended, or its lane is replaced. */
    private static final long BETWEEN_CUTS = Duration.ofSeconds(1).toNanos();

    private static final long BETWEEN_RETIREMENTS = Duration.ofSeconds(10).toNanos();

    private final Supplier<LockStore> stores;
    private final Ticker ticker;
    private final HoldKind bond;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Request<?>> queue = new ArrayDeque<>();
    private final Deque<StoreWorker> idle = new ArrayDeque<>();
    private final List<StoreWorker> lanes = new ArrayList<>();
    private final List<StoreWorker> retired = new ArrayList<>();
    private long retiredAt;
    private long madeWayAt;
    private final GroupCommit batcher = new GroupCommit(this::again);
    private final InFlightLimit pace;
    private long submitted;
    private volatile boolean closed;

    public StoreExecutor(Supplier<LockStore> stores, Ticker ticker, HoldKind bond) {
        this(stores, ticker, bond, new InFlightLimit(ticker.nanos()));
    }

    StoreExecutor(Supplier<LockStore> stores, Ticker ticker, HoldKind bond, InFlightLimit pace) {
        this.stores = stores;
        this.ticker = ticker;
        this.bond = bond;
        this.pace = pace;
        madeWayAt = ticker.nanos() - Duration.ofDays(1).toNanos();
        for (int number = 1; number <= COUNT; number++) {
            lanes.add(lane(number));
        }
        lanes.forEach(StoreWorker::start);
    }

    private StoreWorker lane(int number) {
        return new StoreWorker(this, number, stores.get(), ticker);
    }

    /** Queues a call behind the others. */
    public <T> Request<T> submit(String what, Duration bound, Function<LockStore, T> act) {
        return enqueue(new Request<>(what, bound, act, ticker.nanos()), false);
    }

    /** Queues a call before the others. */
    public <T> Request<T> submitFirst(String what, Duration bound, Function<LockStore, T> act) {
        return enqueue(new Request<>(what, bound, act, ticker.nanos()).urgent(), true);
    }

    /** Queues a wish behind the others; it may share a statement with them. */
    public <T> Request<T> submit(Duration bound, Operation<T> wish) {
        return enqueue(new Request<>(bound, wish, ticker.nanos()), false);
    }

    /**
     * The same on behalf of a caller who does nothing until it is answered. If nothing else is to be done, the caller's own
     * thread does it: handing it to another and back would take longer than some databases do.
     */
    public <T> Request<T> ask(Duration bound, Operation<T> wish) {
        return ask(new Request<>(bound, wish, ticker.nanos()));
    }

    /** The same for what goes by itself. */
    public <T> Request<T> ask(String what, Duration bound, Function<LockStore, T> act) {
        return ask(new Request<>(what, bound, act, ticker.nanos()));
    }

    private <T> Request<T> ask(Request<T> call) {
        StoreWorker lane = EngineThread.isVirtual(Thread.currentThread()) ? null : borrow(call);
        if (lane == null) {
            return enqueue(call, false);
        }
        call.take();
        try {
            lane.runHere(call);
        } finally {
            giveBack(lane);
        }
        return call;
    }

    private @Nullable StoreWorker borrow(Request<?> call) {
        if (!lock.tryLock()) {
            return null; // Someone else has something to do at the same moment.
        }
        try {
            StoreWorker lane = closed || !queue.isEmpty() || mustWait() ? null : idle.peekFirst();
            if (lane == null || !lane.isLendable()) {
                return null;
            }
            idle.remove(lane);
            lane.lend();
            lane.carry(call);
            return lane;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(StoreWorker lane) {
        boolean needed;
        lock.lock();
        try {
            lane.takeBack();
            landed(lane);
            needed = closed || !queue.isEmpty() || !lane.isLendable() || !lanes.contains(lane);
            if (!needed) {
                idle.addFirst(lane);
            }
        } finally {
            lock.unlock();
        }
        if (needed) {
            lane.wake();
        }
    }

    private <T> Request<T> enqueue(Request<T> call, boolean first) {
        StoreWorker woken = null;
        boolean refused;
        lock.lock();
        try {
            refused = closed;
            submitted++;
            if (!refused && first) {
                queue.addFirst(call);
            } else if (!refused) {
                queue.addLast(call);
            }
            woken = refused || (call.wish() != null && mustWait()) ? null : idle.pollFirst();
        } finally {
            lock.unlock();
        }
        if (refused) {
            call.fail(closedAlready());
        }
        if (woken != null) {
            woken.wake();
        }
        return call;
    }

    private static StoreException closedAlready() {
        return new StoreException(StoreException.Kind.UNREACHABLE, "this Rowlock is closed", null);
    }

    /** Whether there is work; if not, the lane is listed as idle, to be woken. */
    boolean hasWork(StoreWorker lane) {
        lock.lock();
        try {
            if (lane.isAway()) {
                return false;
            }
            if (mayServe(queue.peekFirst())) {
                idle.remove(lane);
                return true;
            }
            if (!idle.contains(lane) && lanes.contains(lane)) {
                idle.addFirst(lane);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean mayServe(@Nullable Request<?> call) {
        return call != null && (call.wish() == null || !mustWait());
    }

    /** Whether wishes have to wait for what is under way, for its own sake or to gather more. Nobody waits for a trip that hangs. */
    private boolean mustWait() {
        long now = ticker.nanos();
        int underWay = 0;
        boolean overtaken = false;
        for (StoreWorker lane : lanes) {
            if (lane.wishes() > 0 && !InFlightLimit.hangs(lane.carriedSince(), now)) {
                underWay++;
                overtaken |= lane.overtaken() >= Math.max(LEAST_OVERTAKING, OVERTAKING_EACH * lane.wishes());
            }
        }
        return overtaken || underWay >= pace.atOnce();
    }

    /** The next trip for a lane that is ready to send; null if others were quicker. */
    @Nullable
    RoundTrip next(StoreWorker lane, boolean mixes) {
        lock.lock();
        try {
            RoundTrip trip = mayServe(queue.peekFirst()) ? gather(mixes) : null;
            lane.carry(trip);
            return trip;
        } finally {
            lock.unlock();
        }
    }

    /** A trip of a lane is over; if the lane is not ready for the next, another sees to what has waited for it. */
    void ended(StoreWorker lane, boolean ready) {
        StoreWorker woken;
        lock.lock();
        try {
            landed(lane);
            woken = ready || queue.isEmpty() ? null : idle.pollFirst();
        } finally {
            lock.unlock();
        }
        if (woken != null) {
            woken.wake();
        }
    }

    private void landed(StoreWorker lane) {
        RoundTrip trip = lane.carried();
        int wishes = lane.wishes();
        if (trip != null && wishes > 0 && lanes.contains(lane)) {
            long now = ticker.nanos();
            pace.ended(wishes, wishes * now - trip.queuedAt(), now);
        }
        lane.carry(null);
        lanes.forEach(other -> other.overtakenBy(wishes));
    }

    private @Nullable RoundTrip gather(boolean mixes) {
        Request<?> first = take();
        return first == null ? null : batcher.gather(first, queue, mixes);
    }

    private @Nullable Request<?> take() {
        for (Request<?> call = queue.pollFirst(); call != null; call = queue.pollFirst()) {
            if (call.take()) {
                return call;
            }
        }
        return null;
    }

    /** Queues calls that went together, and whose batch was refused, each by itself, before the others. */
    private void again(List<Request<?>> calls) {
        lock.lock();
        try {
            calls.forEach(call -> queue.addFirst(call.byItself()));
        } finally {
            lock.unlock();
        }
    }

    /** A lane could not connect: the next call fails, unless the other lane can still serve it. */
    void unreachable(StoreWorker lane, StoreException failure) {
        if (othersServe(lane)) {
            return;
        }
        RoundTrip trip = unsent();
        if (trip != null) {
            trip.fail(failure);
        }
    }

    /** What would go next, but will not. */
    private @Nullable RoundTrip unsent() {
        lock.lock();
        try {
            return gather(true);
        } finally {
            lock.unlock();
        }
    }

    private boolean othersServe(StoreWorker lane) {
        lock.lock();
        try {
            return lanes.stream().anyMatch(other -> other != lane && other.isConnected());
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Takes a lane off the list of those to be woken; false if it has just been woken. */
    boolean leaveIdle(StoreWorker lane) {
        lock.lock();
        try {
            return idle.remove(lane);
        } finally {
            lock.unlock();
        }
    }

    /** Cuts lanes that are overdue, and replaces those that cannot be cut, as long as few of them are left behind. */
    public void tend() {
        List<Runnable> failures = new ArrayList<>();
        lock.lock();
        try {
            retired.removeIf(lane -> !lane.isAlive());
            if (!closed) {
                makeWayForTheFirst();
                lanes.replaceAll(lane -> tended(lane, failures));
            }
            if (!queue.isEmpty() && pace.isStalled(ticker.nanos())) {
                pace.letAllGo(ticker.nanos());
                idle.forEach(StoreWorker::wake);
            }
        } finally {
            lock.unlock();
        }
        // A caller that is told of a failure may take locks of its own, and ask the lanes while it has them.
        failures.forEach(Runnable::run);
    }

    /**
     * A renewal that waits for longer than it may take has the call cut that has occupied its lane for longest. Not so if holds are
     * bound to connections, because the cut would end those of that lane.
     */
    private void makeWayForTheFirst() {
        Request<?> first = queue.peekFirst();
        if (first == null || !first.isUrgent() || bond == HoldKind.CONNECTION) {
            return;
        }
        long now = ticker.nanos();
        long patience = Math.max(LEAST_PATIENCE, first.bound().toNanos());
        if (now - first.queuedAt() > patience
                && now - madeWayAt > Math.max(BETWEEN_CUTS, patience)
                && lanes.stream().allMatch(lane -> lane.isStuck(patience))) {
            madeWayAt = now;
            lanes.stream()
                    .filter(lane -> lane.callingSince().isPresent() && !lane.isCut())
                    .min(Comparator.comparingLong(lane -> lane.callingSince().orElse(now) - now))
                    .ifPresent(StoreWorker::makeWay);
        }
    }

    private StoreWorker tended(StoreWorker lane, List<Runnable> failures) {
        if (!lane.isBeyondHelp() || !mayRetireAnother()) {
            return lane;
        }
        failures.add(lane.retire());
        retiredAt = ticker.nanos();
        retired.add(lane);
        idle.remove(lane);
        StoreWorker replacement = lane(lane.number());
        replacement.start();
        return replacement;
    }

    private boolean mayRetireAnother() {
        return retired.size() < RETIRED_AT_ONCE
                || (retired.size() < MOST_RETIRED && ticker.nanos() - retiredAt >= BETWEEN_RETIREMENTS);
    }

    /** Whether calls stand in the queue because no lane has a connection. */
    public boolean isStarved() {
        lock.lock();
        try {
            return !queue.isEmpty() && lanes.stream().noneMatch(StoreWorker::isConnected);
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
            return idle.size() < lanes.size();
        } finally {
            lock.unlock();
        }
    }

    /** Lets the lanes serve what is queued, for a moment; fails what is left, and ends the threads. */
    @Override
    public void close() {
        List<StoreWorker> ending;
        lock.lock();
        try {
            closed = true;
            ending = Stream.concat(lanes.stream(), retired.stream()).toList();
            idle.clear();
        } finally {
            lock.unlock();
        }
        ending.forEach(StoreWorker::wake);
        ending.forEach(StoreWorker::join);
        for (RoundTrip unsent = unsent(); unsent != null; unsent = unsent()) {
            unsent.fail(closedAlready());
        }
    }
}
