package io.rowlock.internal.engine;

import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.LockTimeoutException;
import io.rowlock.spi.ClaimOutcome.Refused;
import io.rowlock.spi.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Acquires locks, and is the only place where anyone waits for one.
 *
 * <ol>
 *   <li>A wait joins the local line; only the first in it asks the database.
 *   <li>While this very process holds the lock, even the first does not ask: it is told of the release. A bounded re-check
 *       stands behind that.
 *   <li>Refused, it pauses, ever longer up to a bound, but not beyond the moment at which the lock becomes free by itself;
 *       a release in this process ends the pause.
 *   <li>A database that fails meanwhile is asked again until the wait is over; then the failure is told, not "busy".
 * </ol>
 */
final class Acquirer {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final long LOCAL_RECHECK = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_WAIT = Duration.ofDays(36_500).toNanos();

    private final Engine engine;
    private final Attempts attempts;

    Acquirer(Engine engine, Attempts attempts) {
        this.engine = engine;
        this.attempts = attempts;
    }

    /** What came of an acquire. */
    sealed interface Result {

        /** The lock was granted. */
        record Won(LeasedHold hold) implements Result {}

        /** The lock was taken all the time. */
        record Lost(Optional<LockStatus> holder, Duration waited) implements Result {}
    }

    /** Asks once. */
    Result acquireNow(LockDefinition definition) {
        long start = engine.ticker().nanos();
        try {
            return tell(definition.key(), start, attempts.attempt(definition));
        } catch (InterruptedException interrupted) {
            throw Asker.interrupted(acquire(definition));
        } catch (StoreException failure) {
            throw describe(definition, failure);
        }
    }

    /** Waits for the lock, if need be. */
    Result acquire(LockDefinition definition, Duration wait) {
        if (wait.isZero() || wait.isNegative()) {
            return acquireNow(definition);
        }
        long start = engine.ticker().nanos();
        LockKey key = definition.key();
        try (LocalQueue.Place place = engine.queue().join(key)) {
            Wait waiting = new Wait(definition, place, start, wait);
            Result result = tell(key, start, waiting.forLock());
            if (waiting.hadToWait()) {
                engine.events().tell(new LockEvent.Waited(key, since(start), result instanceof Result.Won));
            }
            return result;
        } catch (InterruptedException interrupted) {
            throw Asker.interrupted(acquire(definition));
        } catch (StoreException failure) {
            throw describe(definition, failure);
        }
    }

    private Result tell(LockKey key, long start, Attempts.Result result) {
        if (result instanceof Attempts.Result.Granted granted) {
            engine.events().tell(new LockEvent.Acquired(key, granted.hold().token(), since(start)));
            return new Result.Won(granted.hold());
        }
        Optional<LockStatus> holder = ((Attempts.Result.Busy) result).refused().flatMap(this::status);
        engine.events().tell(new LockEvent.Busy(key, holder));
        return new Result.Lost(holder, since(start));
    }

    private Optional<LockStatus> status(Refused refused) {
        return refused.row().map(row -> row.status(refused.now(), engine.queue().waiting(row.key())));
    }

    private Duration since(long start) {
        return Duration.ofNanos(engine.ticker().nanos() - start);
    }

    LockTimeoutException timeout(LockKey key, Result.Lost lost) {
        return new LockTimeoutException(
                key, lost.waited(), lost.holder(), engine.holds().isHeldHere(key));
    }

    private LockStoreException describe(LockDefinition definition, StoreException failure) {
        LockStoreException told = Asker.describe(acquire(definition), failure);
        engine.events().tell(new LockEvent.StoreFailed("acquire", List.of(definition.key()), told));
        return told;
    }

    private static String acquire(LockDefinition definition) {
        return "acquire lock '" + definition.key() + "'";
    }

    /** One wait, from joining the line to leaving it. */
    private final class Wait {
        private final LockDefinition definition;
        private final LocalQueue.Place place;
        private final long end;
        private final Pause pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        private Optional<Refused> refused = Optional.empty();
        private Optional<StoreException> failed = Optional.empty();
        private boolean paused;

        Wait(LockDefinition definition, LocalQueue.Place place, long start, Duration wait) {
            this.definition = definition;
            this.place = place;
            end = start + (wait.toSeconds() >= LONGEST_WAIT / 1_000_000_000 ? LONGEST_WAIT : wait.toNanos());
        }

        Attempts.Result forLock() throws InterruptedException {
            boolean asked = false;
            paused = !place.isFirst();
            while (place.awaitTurn(end) && (!asked || !isOver())) {
                if (isHeldHereFor(asked)) {
                    continue;
                }
                asked = true;
                Attempts.Result result = attempt();
                if (result instanceof Attempts.Result.Granted || isOver()) {
                    return orFailure(result);
                }
                paused = true;
                place.awaitHint(pauseEnd());
            }
            return orFailure(new Attempts.Result.Busy(refused));
        }

        /** Waits for a release in this process, if it is the holder and time is left; true if it did. */
        private boolean isHeldHereFor(boolean asked) throws InterruptedException {
            boolean heldHere = !isOver() && engine.holds().isHeldHere(definition.key());
            if (heldHere && asked) {
                place.awaitHint(soonest(engine.ticker().nanos() + LOCAL_RECHECK));
                return engine.holds().isHeldHere(definition.key());
            }
            return false;
        }

        private Attempts.Result attempt() throws InterruptedException {
            try {
                Attempts.Result result = attempts.attempt(definition);
                failed = Optional.empty();
                if (result instanceof Attempts.Result.Busy busy) {
                    refused = busy.refused();
                }
                return result;
            } catch (StoreException failure) {
                if (failure.kind() == StoreException.Kind.REJECTED) {
                    throw failure;
                }
                failed = Optional.of(failure);
                return new Attempts.Result.Busy(refused);
            }
        }

        /** A refusal counts only if the database said so last. */
        private Attempts.Result orFailure(Attempts.Result result) {
            if (result instanceof Attempts.Result.Busy && failed.isPresent()) {
                throw failed.get();
            }
            return result;
        }

        boolean hadToWait() {
            return paused;
        }

        private boolean isOver() {
            return end - engine.ticker().nanos() <= 0;
        }

        private long pauseEnd() {
            long now = engine.ticker().nanos();
            long freeIn = refused.flatMap(Refused::row)
                    .map(row -> (row.freeAt() - refused.get().now()) * 1_000)
                    .filter(nanos -> nanos > 0)
                    .orElse(Long.MAX_VALUE);
            return soonest(now + Math.min(pause.nanos(), freeIn));
        }

        private long soonest(long moment) {
            return moment - end < 0 ? moment : end;
        }
    }
}
