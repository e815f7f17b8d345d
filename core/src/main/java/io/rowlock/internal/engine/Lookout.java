package io.rowlock.internal.engine;

import io.rowlock.LockKey;
import io.rowlock.spi.ClaimOutcome.Refused;
import io.rowlock.spi.LockRow;
import io.rowlock.spi.LockRows;
import io.rowlock.spi.LockStore;
import io.rowlock.spi.Waiting;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watches the locks that this process waits for and others have, and gives the first in line a hint when one may be free.
 *
 * <ol>
 *   <li>It looks from time to time: at all locks in one statement that locks nothing, at a single one by having it asked
 *       for. That is all there is where a database cannot tell processes anything.
 *   <li>Where it can, an {@link Ear} listens while anyone waits. As soon as it is known to hear, the waits are registered;
 *       what was registered is asked for once more, for a release in between told nobody.
 *   <li>A release uses a registration up, and hints; looking goes on behind that, at longer pauses.
 *   <li>Who no longer waits is withdrawn, unless a release has used its registration up.
 * </ol>
 *
 * Everything happens in steps, on the thread that brings the news.
 */
final class Lookout implements AutoCloseable {
    private final Engine engine;
    private final Ear ear;
    private final Sequence sequence = new Sequence();
    private final Map<LockKey, Watched> watched = new HashMap<>();
    private final Set<LockKey> registering = new HashSet<>();
    private @Nullable Future<?> alarm;
    private long alarmAt;
    private boolean looking;
    private volatile boolean watching;

    Lookout(Engine engine, LockStore listening) {
        this.engine = engine;
        this.ear = new Ear(engine, listening, this);
    }

    /** Watches a lock whose first waiter was refused. */
    void watch(LockKey key, Refused refused, long since) {
        sequence.run(() -> {
            watching = true;
            watched.computeIfAbsent(key, Watched::new)
                    .refused(refused, since, engine.ticker().nanos(), ear.isHearing());
            ear.need();
            register();
            setAlarm();
        });
    }

    /** Someone left the line of a lock, with it or without. */
    void left(LockKey key, boolean won) {
        sequence.run(() -> {
            if (won || engine.queue().waiting(key) == 0) {
                forget(key);
            }
        });
    }

    private void forget(LockKey key) {
        Watched gone = watched.remove(key);
        watching = !watched.isEmpty();
        if (gone != null && gone.isRegistered()) {
            withdraw(key);
        }
    }

    private void withdraw(LockKey key) {
        tell("withdraw a wait", store -> withdrawn(store, key.name()), done -> {});
    }

    private static boolean withdrawn(LockStore store, String name) {
        store.wakeUps().ifPresent(wakeUps -> wakeUps.withdraw(List.of(name)));
        return true;
    }

    boolean isWatching() {
        return watching;
    }

    /** Hints are heard from now on, or no more. */
    void hearingChanged() {
        sequence.run(() -> {
            if (!ear.isHearing()) {
                watched.values().forEach(Watched::unregistered);
            }
            register();
            look();
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

    private void hint(Watched lock) {
        lock.asked(engine.ticker().nanos());
        engine.queue().hint(lock.key());
    }

    private void register() {
        long now = engine.ticker().nanos();
        List<Watched> wanting = watched.values().stream()
                .filter(lock -> lock.mustRegister(now) && !registering.contains(lock.key()))
                .toList();
        if (!ear.isHearing() || wanting.isEmpty()) {
            return;
        }
        List<LockKey> keys = wanting.stream().map(Watched::key).toList();
        Map<String, Waiting> waits = wanting.stream()
                .map(this::waiting)
                .collect(Collectors.toMap(Waiting::name, Function.identity(), (one, other) -> one));
        registering.addAll(keys);
        ask(
                "register a wait",
                store -> store.wakeUps().orElseThrow().register(List.copyOf(waits.values())),
                names -> registered(keys, names));
    }

    private Waiting waiting(Watched lock) {
        return new Waiting(
                lock.key().name(),
                lock.since(),
                engine.queue().waiting(lock.key()),
                engine.settings().owner());
    }

    private void registered(List<LockKey> keys, Optional<List<String>> names) {
        keys.forEach(registering::remove);
        Set<String> done = Set.copyOf(names.orElse(List.of()));
        keys.stream().filter(key -> done.contains(key.name())).forEach(key -> {
            Watched lock = watched.get(key);
            if (lock == null) {
                withdraw(key);
            } else if (lock.registered(engine.ticker().nanos())) {
                hint(lock);
            }
        });
    }

    private void setAlarm() {
        long next = watched.values().stream()
                .mapToLong(Watched::nextLook)
                .reduce((one, other) -> one - other < 0 ? one : other)
                .orElse(alarmAt);
        if (alarm == null ? !watched.isEmpty() : next - alarmAt < 0) {
            if (alarm != null) {
                alarm.cancel(false);
            }
            alarmAt = next;
            alarm = engine.alarms().at(next, () -> sequence.run(this::rung));
        }
    }

    private void rung() {
        alarm = null;
        register();
        look();
        setAlarm();
    }

    private void look() {
        long now = engine.ticker().nanos();
        if (looking || watched.values().stream().noneMatch(lock -> lock.isDue(now))) {
            return;
        }
        List<Watched> chosen =
                watched.values().stream().filter(lock -> lock.isNearlyDue(now)).toList();
        if (chosen.size() == 1) {
            hint(chosen.get(0));
            return;
        }
        looking = true;
        chosen.forEach(lock -> lock.asked(now));
        List<LockKey> keys = chosen.stream().map(Watched::key).toList();
        ask("look at awaited locks", store -> store.look(keys), rows -> looked(keys, rows));
    }

    private void looked(List<LockKey> keys, Optional<LockRows> rows) {
        looking = false;
        Map<LockKey, LockRow> found = new HashMap<>();
        rows.ifPresent(read -> read.rows().forEach(row -> found.put(row.key(), row)));
        keys.stream().filter(watched::containsKey).map(watched::get).forEach(lock -> {
            LockRow row = found.get(lock.key());
            if (rows.isPresent() && (row == null || row.freeAt() <= rows.get().now())) {
                hint(lock);
            } else {
                long databaseNow = rows.map(LockRows::now).orElse(0L);
                lock.seen(Optional.ofNullable(row), databaseNow, engine.ticker().nanos(), ear.isHearing());
            }
        });
        setAlarm();
    }

    /** Asks through a lane; what comes of it is told in a step, and is empty if it failed. */
    private <T> void ask(String what, Function<LockStore, T> act, Consumer<Optional<T>> told) {
        tell(what, act, answer -> sequence.run(() -> told.accept(answer)));
    }

    private <T> void tell(String what, Function<LockStore, T> act, Consumer<Optional<T>> told) {
        engine.lanes()
                .submit(what, engine.settings().callTimeout(), act)
                .whenAnswered((answer, failure) -> told.accept(Optional.ofNullable(answer)));
    }

    @Override
    public void close() {
        ear.close();
    }
}
