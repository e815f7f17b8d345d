package io.rowlock.internal.wakeup;

import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.WakeUps;
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

/**
 * Watches the locks that this process waits for and others have, and gives the first in line a hint when one may be free.
 *
 * <ol>
 *   <li>It looks from time to time: at all locks in one statement that locks nothing, at a single one by having it asked
 *       for. That is all there is where a database cannot tell processes anything.
 *   <li>Where it can, an {@link NotificationListener} listens while anyone waits. As soon as it is known to hear, the waits are registered;
 *       what was registered is asked for once more, for a release in between told nobody. Who cannot hear registers when it
 *       has waited for long, for its place in the order, and looks more often then.
 *   <li>A release uses a registration up, and hints; looking goes on behind that, at longer pauses.
 *   <li>Who no longer waits is withdrawn, unless a release has used its registration up.
 * </ol>
 *
 * Everything happens in steps, on the thread that brings the news.
 */
public final class ContendedLocks implements AutoCloseable {
    private final StoreExecutor executor;
    private final LocalQueue queue;
    private final Timer timer;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final String owner;
    private final NotificationListener ear;
    private final SerialExecutor sequence = new SerialExecutor();
    private final Map<LockKey, ContendedLock> watched = new HashMap<>();
    private final Set<LockKey> wanting = new LinkedHashSet<>();
    private boolean registering;
    private @Nullable Future<?> alarm;
    private long alarmAt;
    private boolean looking;
    private volatile boolean watching;

    public ContendedLocks(
            StoreExecutor executor,
            LocalQueue queue,
            Timer timer,
            Ticker ticker,
            Duration callTimeout,
            String owner,
            LockStore listening) {
        this.executor = executor;
        this.queue = queue;
        this.timer = timer;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.owner = owner;
        this.ear = new NotificationListener(executor, ticker, callTimeout, listening, this);
    }

    /** Watches a lock whose first waiter was refused. */
    public void watch(LockKey key, Busy refused, long since) {
        sequence.run(() -> {
            long now = ticker.nanos();
            watching = true;
            ContendedLock lock = watched.computeIfAbsent(key, fresh -> new ContendedLock(fresh, now));
            lock.refused(refused, since, now, ear.isHearing());
            ear.need();
            wantRegistration(lock, now);
            register();
            wakeAt(lock.nextLook());
        });
    }

    /** Someone left the line of a lock, with it or without. */
    public void left(LockKey key, boolean won) {
        sequence.run(() -> {
            if (won || queue.waiting(key) == 0) {
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
        tell("withdraw a wait", store -> withdrawn(store, key.name()), done -> {});
    }

    private static boolean withdrawn(LockStore store, String name) {
        store.wakeUps().ifPresent(wakeUps -> wakeUps.withdraw(List.of(name)));
        return true;
    }

    public boolean isWatching() {
        return watching;
    }

    /** Hints are heard from now on, or no more. */
    void hearingChanged() {
        sequence.run(() -> {
            if (!ear.isHearing()) {
                watched.values().forEach(ContendedLock::unregistered);
            }
            rung();
        });
    }

    /** A release has told this process that it is its turn. */
    void heard(String name) {
        sequence.run(() -> List.copyOf(watched.values()).stream()
                .filter(lock -> lock.key().name().equals(name))
                .forEach(lock -> {
                    lock.unregistered();
                    hint(lock);
                }));
    }

    private void hint(ContendedLock lock) {
        lock.asked(ticker.nanos());
        queue.wakeFirst(lock.key());
    }

    private void wantRegistration(ContendedLock lock, long now) {
        if (lock.mustRegister(now, ear.isHearing()) && (ear.isHearing() || (ear.exists() && lock.isLongAwaited(now)))) {
            wanting.add(lock.key());
        }
    }

    /** Sends what gathered during the last sending. */
    private void register() {
        Map<String, WakeUps.Waiting> waits = new HashMap<>();
        List<ContendedLock> locks =
                wanting.stream().map(watched::get).filter(Objects::nonNull).toList();
        locks.forEach(lock -> waits.putIfAbsent(lock.key().name(), waiting(lock)));
        if (registering || waits.isEmpty()) {
            return;
        }
        registering = true;
        wanting.clear();
        List<WakeUps.Waiting> sent = List.copyOf(waits.values());
        List<LockKey> keys = locks.stream().map(ContendedLock::key).toList();
        ask("register a wait", store -> store.wakeUps().orElseThrow().register(sent), names -> registered(keys, names));
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
                hint(lock);
            }
        });
        register();
    }

    private void wakeAt(long moment) {
        if (alarm != null && moment - alarmAt >= 0) {
            return;
        }
        if (alarm != null) {
            alarm.cancel(false);
        }
        alarmAt = moment;
        alarm = timer.at(moment, () -> sequence.run(this::rung));
    }

    private void rung() {
        alarm = null;
        long now = ticker.nanos();
        forgetUnawaited();
        watched.values().forEach(lock -> wantRegistration(lock, now));
        register();
        look();
        wakeForNext();
    }

    private void wakeForNext() {
        watched.values().stream()
                .mapToLong(ContendedLock::nextLook)
                .reduce((one, other) -> one - other < 0 ? one : other)
                .ifPresent(this::wakeAt);
    }

    private void look() {
        long now = ticker.nanos();
        if (looking || watched.values().stream().noneMatch(lock -> lock.isDue(now))) {
            return;
        }
        List<ContendedLock> chosen =
                watched.values().stream().filter(lock -> lock.isNearlyDue(now)).toList();
        if (chosen.size() == 1) {
            hint(chosen.get(0));
            return;
        }
        looking = true;
        chosen.forEach(lock -> lock.asked(now));
        List<LockKey> keys = chosen.stream().map(ContendedLock::key).toList();
        ask("look at awaited locks", store -> store.look(keys), rows -> looked(keys, rows));
    }

    private void looked(List<LockKey> keys, Optional<LockRows> rows) {
        looking = false;
        Map<LockKey, LockRow> found = new HashMap<>();
        rows.ifPresent(read -> read.rows().forEach(row -> found.put(row.key(), row)));
        keys.stream().filter(watched::containsKey).map(watched::get).forEach(lock -> {
            Optional<LockRow> row = Optional.ofNullable(found.get(lock.key()));
            long databaseNow = rows.map(LockRows::now).orElse(0L);
            if (rows.isPresent() && lock.isWorthAsking(row, databaseNow)) {
                hint(lock);
            } else {
                lock.seen(row, databaseNow, ticker.nanos(), ear.isHearing());
            }
        });
        wakeForNext();
    }

    /** Asks through a lane; what comes of it is told in a step, and is empty if it failed. */
    private <T> void ask(String what, Function<LockStore, T> act, Consumer<Optional<T>> told) {
        tell(what, act, answer -> sequence.run(() -> told.accept(answer)));
    }

    private <T> void tell(String what, Function<LockStore, T> act, Consumer<Optional<T>> told) {
        executor.submit(what, callTimeout, act)
                .whenAnswered((answer, failure) -> told.accept(Optional.ofNullable(answer)));
    }

    @Override
    public void close() {
        ear.close();
    }
}
