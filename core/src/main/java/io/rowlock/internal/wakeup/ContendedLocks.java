package io.rowlock.internal.wakeup;

import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.WakeUps;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.SerialExecutor;
import io.rowlock.internal.thread.Timer;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the locks that this process waits for and others hold, and wakes the first in line when one may be free.
 *
 * <ol>
 *   <li>It polls: several locks in one statement that locks no row, a single one by having the first in line ask for it. Where a
 *       database cannot notify processes, that is all.
 *   <li>Where it can, a {@link NotificationListener} listens while anyone waits. Once notifications are known to arrive, the waits
 *       are registered, and each registered lock is asked for once more, because a release in between notified nobody. A process
 *       without notifications registers after a long wait, to keep its place in the order, and polls more often from then on.
 *   <li>A release uses a registration up and notifies. Polling goes on behind that, at longer pauses.
 *   <li>A registration that is no longer needed is withdrawn, unless a release has used it up.
 * </ol>
 *
 * <p>Everything happens in steps, on the thread that brings the news.
 */
public final class ContendedLocks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ContendedLocks.class);

    private final StoreExecutor executor;
    private final LocalQueue queue;
    private final Timer timer;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final String owner;
    private final NotificationListener listener;
    private final LogThread log;
    private final SerialExecutor steps;
    private final Map<LockKey, ContendedLock> watched = new HashMap<>();
    private final Set<LockKey> toRegister = new LinkedHashSet<>();
    private boolean registering;
    private @Nullable Future<?> timerTask;
    private long timerAt;
    private boolean polling;
    private volatile boolean watching;

    public ContendedLocks(
            StoreExecutor executor,
            LocalQueue queue,
            Timer timer,
            Ticker ticker,
            Duration callTimeout,
            String owner,
            LockStore listeningStore,
            LogThread log) {
        this.executor = executor;
        this.queue = queue;
        this.timer = timer;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.owner = owner;
        this.log = log;
        steps = new SerialExecutor(log);
        listener = new NotificationListener(executor, ticker, callTimeout, listeningStore, this, log);
    }

    /** Watches a lock that the first in line found busy. */
    public void watch(LockKey key, Busy busy, long since) {
        steps.run(() -> {
            long now = ticker.nanos();
            watching = true;
            ContendedLock lock = watched.computeIfAbsent(key, fresh -> new ContendedLock(fresh, now));
            lock.busy(busy, since, now, listener.isConnected());
            listener.need();
            requestRegistration(lock, now);
            register();
            scheduleAt(lock.nextPoll());
        });
    }

    /** An acquisition left the line of a lock, with it or without. */
    public void left(LockKey key, boolean granted) {
        steps.run(() -> {
            if (granted || queue.waiting(key) == 0) {
                forget(key);
            }
        });
    }

    private void forget(LockKey key) {
        ContendedLock gone = watched.remove(key);
        watching = !watched.isEmpty();
        if (gone != null && gone.isRegistered()) {
            withdraw(key);
        }
    }

    /**
     * An acquisition that gets the lock at once does not report here. If it came between the last waiter's leaving the queue and
     * that waiter's report, the lock stays watched until it is forgotten here.
     */
    private void forgetUnawaited() {
        List.copyOf(watched.keySet()).stream()
                .filter(key -> queue.waiting(key) == 0)
                .forEach(this::forget);
    }

    private void withdraw(LockKey key) {
        submit("withdraw a wait", store -> withdrawn(store, key.name()), done -> {});
    }

    private static boolean withdrawn(LockStore store, String name) {
        store.wakeUps().ifPresent(wakeUps -> wakeUps.withdraw(List.of(name)));
        return true;
    }

    public boolean isWatching() {
        return watching;
    }

    /** Notifications arrive from now on, or no longer. */
    void connectionChanged() {
        steps.run(() -> {
            if (!listener.isConnected()) {
                watched.values().forEach(ContendedLock::unregistered);
            }
            timerFired();
        });
    }

    /** A release has notified this process that it is its turn. */
    void notified(String name) {
        steps.run(() -> List.copyOf(watched.values()).stream()
                .filter(lock -> lock.key().name().equals(name))
                .forEach(lock -> {
                    lock.unregistered();
                    wakeFirst(lock);
                }));
    }

    private void wakeFirst(ContendedLock lock) {
        lock.asking(ticker.nanos());
        queue.wakeFirst(lock.key());
    }

    private void requestRegistration(ContendedLock lock, long now) {
        if (lock.mustRegister(now, listener.isConnected())
                && (listener.isConnected() || (listener.isAvailable() && lock.isLongAwaited(now)))) {
            toRegister.add(lock.key());
        }
    }

    /** Registers the waits that gathered during the last registration. */
    private void register() {
        Map<String, WakeUps.Waiting> waits = new HashMap<>();
        List<ContendedLock> locks =
                toRegister.stream().map(watched::get).filter(Objects::nonNull).toList();
        locks.forEach(lock -> waits.putIfAbsent(lock.key().name(), waiting(lock)));
        if (registering || waits.isEmpty()) {
            return;
        }
        registering = true;
        toRegister.clear();
        List<WakeUps.Waiting> sent = List.copyOf(waits.values());
        List<LockKey> keys = locks.stream().map(ContendedLock::key).toList();
        submitAndStep(
                "register a wait",
                store -> store.wakeUps().orElseThrow().register(sent),
                names -> registered(keys, names));
    }

    private WakeUps.Waiting waiting(ContendedLock lock) {
        return new WakeUps.Waiting(lock.key().name(), lock.since(), queue.waiting(lock.key()), owner);
    }

    private void registered(List<LockKey> keys, Optional<List<String>> names) {
        registering = false;
        Set<String> done = Set.copyOf(names.orElse(List.of()));
        keys.stream().filter(key -> done.contains(key.name())).forEach(key -> {
            ContendedLock lock = watched.get(key);
            if (lock == null) {
                withdraw(key);
            } else if (lock.registered(ticker.nanos())) {
                wakeFirst(lock);
            }
        });
        register();
    }

    private void scheduleAt(long moment) {
        if (timerTask != null && moment - timerAt >= 0) {
            return;
        }
        if (timerTask != null) {
            timerTask.cancel(false);
        }
        timerTask = null;
        timerAt = moment;
        try {
            timerTask = timer.at(moment, () -> steps.run(this::timerFired));
        } catch (OutOfMemoryError noThread) {
            log.write(() -> LOG.warn(
                    "no thread can be started to poll awaited locks; each is asked for now and then", noThread));
        }
    }

    private void timerFired() {
        timerTask = null;
        long now = ticker.nanos();
        forgetUnawaited();
        watched.values().forEach(lock -> requestRegistration(lock, now));
        register();
        poll();
        scheduleNext();
    }

    private void scheduleNext() {
        watched.values().stream()
                .mapToLong(ContendedLock::nextPoll)
                .reduce((one, other) -> one - other < 0 ? one : other)
                .ifPresent(this::scheduleAt);
    }

    private void poll() {
        long now = ticker.nanos();
        if (polling || watched.values().stream().noneMatch(lock -> lock.isDue(now))) {
            return;
        }
        List<ContendedLock> chosen =
                watched.values().stream().filter(lock -> lock.isNearlyDue(now)).toList();
        if (chosen.size() == 1) {
            wakeFirst(chosen.get(0));
            return;
        }
        polling = true;
        chosen.forEach(lock -> lock.asking(now));
        List<LockKey> keys = chosen.stream().map(ContendedLock::key).toList();
        submitAndStep("poll awaited locks", store -> store.look(keys), rows -> polled(keys, rows));
    }

    private void polled(List<LockKey> keys, Optional<LockRows> rows) {
        polling = false;
        Map<LockKey, LockRow> found = new HashMap<>();
        rows.ifPresent(read -> read.rows().forEach(row -> found.put(row.key(), row)));
        keys.stream().filter(watched::containsKey).map(watched::get).forEach(lock -> {
            Optional<LockRow> row = Optional.ofNullable(found.get(lock.key()));
            long databaseNow = rows.map(LockRows::now).orElse(0L);
            if (rows.isPresent() && lock.isWorthAsking(row, databaseNow)) {
                wakeFirst(lock);
            } else {
                lock.polled(row, databaseNow, ticker.nanos(), listener.isConnected());
            }
        });
        scheduleNext();
    }

    /** Submits a request whose result arrives in a step, and is empty if it failed. */
    private <T> void submitAndStep(String operation, Function<LockStore, T> call, Consumer<Optional<T>> onResult) {
        submit(operation, call, answer -> steps.run(() -> onResult.accept(answer)));
    }

    private <T> void submit(String operation, Function<LockStore, T> call, Consumer<Optional<T>> onResult) {
        executor.submit(operation, callTimeout, call)
                .whenAnswered((answer, failure) -> onResult.accept(Optional.ofNullable(answer)));
    }

    @Override
    public void close() {
        listener.close();
    }
}
