package io.rowlock.memory.internal;

import io.rowlock.internal.client.Client;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The time of an in-memory database and of all its clients, which can be moved.
 *
 * <ol>
 *   <li>Every wait of a client for a moment is known here, so the clock can go from one such moment to the next.
 *   <li>It goes on only when every client has done all that was due: nothing is queued or under way, and every heartbeat
 *       sleeps. So what happens is the same in every run, however busy the machine is.
 *   <li>A running clock moves by itself as well. On a stopped one, a caller who waits moves it: nobody else would.
 * </ol>
 */
public final class MemoryClock implements Ticker {

    /** How long a listener or an action may take before the clock goes on without waiting for it. */
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

    /** The same for clients of a stopped clock, which come to rest unless the machine is much too busy. */
    private static final long LONG_PATIENCE = Duration.ofMinutes(1).toNanos();

    private static final int SPINS = 200;
    private static final long SPIN_PAUSE = Duration.ofNanos(20_000).toNanos();

    private final boolean running;
    private final LongSupplier time;
    private final long startNanos;
    private final long startMicros;
    private final ReentrantLock moving = new ReentrantLock(true);
    private final MemoryWaits waits = new MemoryWaits();
    private final List<Client> clients = new CopyOnWriteArrayList<>();
    private volatile long offset;

    private MemoryClock(boolean running, LongSupplier time, Instant start) {
        this.running = running;
        this.time = time;
        startNanos = time.getAsLong();
        startMicros =
                TimeUnit.SECONDS.toMicros(start.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(start.getNano());
    }

    /** A clock that runs as another time does. */
    public static MemoryClock running(LongSupplier time) {
        return new MemoryClock(true, time, Instant.now());
    }

    public static MemoryClock stopped(Instant at) {
        return new MemoryClock(false, () -> 0, at);
    }

    @Override
    public long nanos() {
        return time.getAsLong() + offset;
    }

    /** The database's time. */
    public long micros() {
        return startMicros + TimeUnit.NANOSECONDS.toMicros(nanos() - startNanos);
    }

    /** Waits for this client, too, before it goes on. */
    public void watch(Client client) {
        clients.removeIf(Client::isClosed);
        clients.add(client);
    }

    public List<Client> clients() {
        return clients.stream().filter(client -> !client.isClosed()).toList();
    }

    /** Lets time pass, with everything that is to happen meanwhile. */
    public void advance(Duration time) {
        long target = nanos() + time.toNanos();
        boolean settled = true;
        while (settled && target - nanos() > 0) {
            moving.lock();
            try {
                settled = settle();
                goOnTo(next(target));
            } finally {
                moving.unlock();
            }
        }
        goOnTo(target);
        settleAndTell();
    }

    /** Moves the clock at once, past all that should have happened meanwhile. */
    public void jump(Duration time) {
        settle();
        goOnTo(nanos() + time.toNanos());
        settleAndTell();
    }

    /** Waits until every client has done what is due, and told it. */
    public void settleAndTell() {
        if (settle()) {
            await(() -> clients().stream().allMatch(Client::hasDeliveredAll), PATIENCE);
        }
    }

    /** Waits until no client has anything to do at this moment; false if they do not come to that. */
    private boolean settle() {
        return await(this::isSettled, running ? PATIENCE : LONG_PATIENCE);
    }

    private static boolean await(BooleanSupplier condition, long patience) {
        long end = System.nanoTime() + patience;
        for (int spins = 0; !condition.getAsBoolean(); spins++) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(SPIN_PAUSE);
            }
        }
        return true;
    }

    /** Looks at one thing after the other, so it counts only if nothing was begun meanwhile. */
    private boolean isSettled() {
        long begun = begun();
        return isAtRest() && begun == begun();
    }

    private long begun() {
        return waits.rung() + clients().stream().mapToLong(Client::begun).sum();
    }

    private boolean isAtRest() {
        return waits.noneIsDue(nanos()) && clients().stream().allMatch(client -> client.isIdle(waits::isParked));
    }

    /**
     * The next moment for which anyone waits, if that is before the target. A thread may leave its park for no reason and wait for
     * nothing until it parks again; so a moment counts only if all were at rest before and after it was looked for.
     */
    private long next(long target) {
        AtomicLong found = new AtomicLong(target);
        await(
                () -> {
                    long begun = begun();
                    boolean atRest = isAtRest();
                    found.set(earliest(target));
                    return atRest && isAtRest() && begun == begun();
                },
                running ? PATIENCE : LONG_PATIENCE);
        return found.get();
    }

    private long earliest(long target) {
        long now = nanos();
        return waits.moments()
                .filter(moment -> moment - now > 0)
                .map(this::inWholeMicros)
                .reduce(target, (one, other) -> one - other < 0 ? one : other);
    }

    /** Rounded up, because the database's clock shows no less than that: a stopped clock is never between two of its ticks. */
    private long inWholeMicros(long moment) {
        return moment + Math.floorMod(startNanos - moment, TimeUnit.MICROSECONDS.toNanos(1));
    }

    private synchronized void goOnTo(long moment) {
        long now = nanos();
        if (moment - now > 0) {
            offset += moment - now;
        }
        waits.wakeThoseDue(nanos());
    }

    @Override
    public void parkUntil(Object blocker, long moment) {
        waits.asClient(moment, () -> park(blocker, moment));
    }

    private void park(Object blocker, long moment) {
        long left = moment - nanos();
        if (left > 0 && running) {
            LockSupport.parkNanos(blocker, left);
        } else if (left > 0) {
            LockSupport.park(blocker);
        }
    }

    @Override
    public void parkCallerUntil(Object blocker, long moment, BooleanSupplier over) {
        waits.asCaller(moment, running ? () -> park(blocker, moment) : () -> passUntil(moment, over));
    }

    /** A caller waits while the clock is stopped: so it lets the time pass until it need not wait any more. */
    private void passUntil(long moment, BooleanSupplier over) {
        boolean waiting = true;
        while (waiting) {
            waiting = passOneStep(moment, over);
        }
    }

    private boolean passOneStep(long moment, BooleanSupplier over) {
        moving.lock();
        try {
            settle();
            if (over.getAsBoolean() || Thread.currentThread().isInterrupted() || moment - nanos() <= 0) {
                return false;
            }
            goOnTo(next(moment));
            return true;
        } finally {
            moving.unlock();
        }
    }

    @Override
    public void sleepCaller(long nanos) throws InterruptedException {
        long end = nanos() + nanos;
        while (end - nanos() > 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            parkCallerUntil(this, end, () -> false);
        }
    }

    /** How many timers are set. */
    int timers() {
        return waits.timers();
    }

    @Override
    public Future<?> schedule(ScheduledExecutorService executor, long moment, Runnable action) {
        MemoryAlarm alarm = waits.addAlarm(executor, moment, action);
        if (running) {
            alarm.ringIn(moment - nanos());
        } else if (alarm.isDue(nanos())) {
            alarm.ring();
        }
        return alarm;
    }
}
