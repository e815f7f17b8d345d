package io.rowlock.internal.acquire;

import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.internal.acquire.AcquireAttempts.Result;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.hold.Holds;
import io.rowlock.internal.hold.LeasedHold;
import io.rowlock.internal.queue.HandOff;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.wakeup.ContendedLocks;
import io.rowlock.internal.wakeup.ServerWaits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One wait for a lock, from joining the line to leaving it. It occupies no thread: each step runs on the thread that brings
 * the news, after the step before.
 *
 * <ol>
 *   <li>It joins the local line; only the first in it asks the database. A wait of no time asks once, in no line.
 *   <li>While this very process holds the lock, even the first does not ask: it is told of the release. A bounded re-check
 *       stands behind that; and who was never answered asks once when its time is over, to say who has the lock.
 *   <li>Who pauses for that takes the grant itself, if the holder offers it.
 *   <li>If another process has the lock, it pauses until the {@link ContendedLocks} gives a hint.
 *   <li>A database that fails meanwhile is asked again, at growing pauses, until the wait is over; then the failure is
 *       told, not "busy".
 * </ol>
 */
final class Acquisition implements LocalQueue.Queued {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final long LOCAL_RECHECK = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_WAIT = Duration.ofDays(36_500).toNanos();

    private final LocalQueue queue;
    private final Holds holds;
    private final ShutdownGate gate;
    private final Events events;
    private final Ticker ticker;
    private final AcquireAttempts attempts;
    private final ContendedLocks contendedLocks;
    private final ServerWaits serverWaits;
    private final LockDefinition definition;
    private final Waiter waiter;
    private final long start;
    private final long end;
    private final boolean inLine;
    private final Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    private Optional<Busy> refused = Optional.empty();
    private Optional<StoreException> failed = Optional.empty();
    private State state = State.QUEUED;
    private boolean asked;
    private boolean paused;
    private boolean hinted;
    private boolean watched;
    private AcquireAttempts.@Nullable Attempt attempt;

    private enum State {
        /** Others stand before it. */
        QUEUED,
        /** An attempt is under way. */
        ASKING,
        /** First in line, until a hint or a moment. */
        PAUSED,
        /** Over. */
        ENDED
    }

    Acquisition(
            AcquireAttempts attempts,
            ContendedLocks contendedLocks,
            ServerWaits serverWaits,
            LocalQueue queue,
            Holds holds,
            ShutdownGate gate,
            Events events,
            Ticker ticker,
            LockDefinition definition,
            Duration wait,
            Waiter waiter) {
        this.attempts = attempts;
        this.contendedLocks = contendedLocks;
        this.serverWaits = serverWaits;
        this.queue = queue;
        this.holds = holds;
        this.gate = gate;
        this.events = events;
        this.ticker = ticker;
        this.definition = definition;
        this.waiter = waiter;
        start = ticker.nanos();
        inLine = !wait.isZero() && !wait.isNegative();
        end = start + (wait.toSeconds() >= LONGEST_WAIT / 1_000_000_000 ? LONGEST_WAIT : wait.toNanos());
    }

    void begin() {
        step(() -> {
            if (!inLine) {
                ask();
            } else if (queue.join(key(), this)) {
                askFirst();
            } else {
                pauseUntil(end, State.QUEUED);
            }
        });
    }

    /** Ends the wait though nothing came of it; a grant that comes yet is given back. */
    void abandon() {
        step(() -> {
            AcquireAttempts.Attempt underWay = attempt;
            leave(false);
            if (underWay != null) {
                underWay.abandon();
            }
        });
    }

    @Override
    public void turn() {
        step(this::askFirst);
    }

    @Override
    public void hint() {
        step(() -> {
            hinted = true;
            if (state == State.PAUSED) {
                askUnlessHeldHere();
            }
        });
    }

    @Override
    public void offer(HandOff offer) {
        waiter.step(() -> {
            if (state == State.PAUSED && !isOver() && gate.tryEnter()) {
                take(offer);
            } else {
                offer.declined();
            }
        });
    }

    private void take(HandOff offer) {
        asking();
        try {
            attempt = attempts.begin(definition, waiter, result -> orFail(() -> passed(result)), offer);
        } catch (RuntimeException failure) {
            offer.doubtful();
            gate.leave();
            fail(failure);
        }
    }

    /** If nothing was passed on, what was offered is being released, and a hint will tell when that is done. */
    private void passed(Result result) {
        attempt = null;
        if (result instanceof Result.Granted granted) {
            win(granted.hold());
            return;
        }
        note(result);
        if (isOver() || queue.isClosed()) {
            goOn();
        } else {
            pauseUntil(soonest(ticker.nanos() + LOCAL_RECHECK), State.PAUSED);
        }
    }

    @Override
    public void closed() {
        step(() -> {
            if (state != State.ASKING) {
                fail(new IllegalStateException("this Rowlock was closed while waiting for lock '" + key() + "'"));
            }
        });
    }

    /** Runs a step while the wait lasts. Whatever goes wrong in it ends the wait, so that nobody waits for ever. */
    private void step(Runnable step) {
        waiter.step(() -> {
            if (state != State.ENDED) {
                orFail(step);
            }
        });
    }

    private void orFail(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException failure) {
            fail(failure);
        }
    }

    private void askFirst() {
        if (!holds.isHeldHere(key())) {
            serverWaits.resume(key(), end);
        }
        askUnlessHeldHere();
    }

    private void askUnlessHeldHere() {
        if (!isOver() && holds.isHeldHere(key())) {
            pauseUntil(soonest(ticker.nanos() + LOCAL_RECHECK), State.PAUSED);
        } else {
            ask();
        }
    }

    private void ask() {
        if (gate.isShut() && inLine && !queue.isClosed()) {
            // The client is closing, and is about to send everybody away; leaving now would promote the next, and so
            // on.
            state = State.PAUSED;
            return;
        }
        asking();
        attempt = attempts.begin(definition, waiter, result -> orFail(() -> answered(result)));
    }

    private void asking() {
        state = State.ASKING;
        asked = true;
        hinted = false;
        waiter.wakeNever();
    }

    private void answered(Result result) {
        attempt = null;
        if (result instanceof Result.Granted granted) {
            win(granted.hold());
        } else {
            note(result);
            goOn();
        }
    }

    private void note(Result result) {
        if (result instanceof Result.Busy busy) {
            failed = Optional.empty();
            refused = busy.refused();
        } else if (result instanceof Result.Failed failure) {
            failed = Optional.of(failure.why());
        }
    }

    private void goOn() {
        if (isOver() || isRejected()) {
            giveUp();
        } else if (queue.isClosed()) {
            state = State.PAUSED;
            closed();
        } else if (hinted || holds.isHeldHere(key())) {
            askUnlessHeldHere();
        } else if (failed.isPresent()) {
            pauseUntil(soonest(ticker.nanos() + pause.nanos()), State.PAUSED);
        } else {
            pauseUntil(end, State.PAUSED);
            refused.ifPresent(this::watch);
        }
    }

    private void watch(Busy refusal) {
        watched = true;
        long waitedMicros = (ticker.nanos() - start) / 1_000;
        contendedLocks.watch(key(), refusal, refusal.now() - waitedMicros);
        serverWaits.need(definition, end);
    }

    private boolean isRejected() {
        return failed.filter(failure -> failure.kind() == StoreException.Kind.REJECTED)
                .isPresent();
    }

    private void pauseUntil(long moment, State meanwhile) {
        state = meanwhile;
        paused = true;
        waiter.wakeAt(moment, () -> step(this::rung));
    }

    private void rung() {
        if (isOver() && (asked || state == State.QUEUED)) {
            giveUp();
        } else {
            askUnlessHeldHere();
        }
    }

    private boolean isOver() {
        return end - ticker.nanos() <= 0;
    }

    private long soonest(long moment) {
        return moment - end < 0 ? moment : end;
    }

    private void win(LeasedHold hold) {
        leave(true);
        events.publish(LockEvent.acquired(key(), hold.token(), waited()));
        tellWaited(true);
        waiter.end(new AcquireEnding.Won(hold));
    }

    /** A refusal counts only if the database said so last. */
    private void giveUp() {
        leave(false);
        if (failed.isPresent()) {
            tellFailure(failed.get());
            return;
        }
        Optional<LockStatus> holder = refused.flatMap(this::status);
        events.publish(LockEvent.busy(key(), holder));
        tellWaited(false);
        waiter.end(new AcquireEnding.Lost(holder, waited()));
    }

    private void tellWaited(boolean won) {
        if (inLine && paused) {
            events.publish(LockEvent.waited(key(), waited(), won));
        }
    }

    private void tellFailure(StoreException failure) {
        LockStoreException told = StoreClient.describe("acquire lock '" + key() + "'", failure);
        events.publish(LockEvent.storeFailed("acquire", List.of(key()), told));
        waiter.end(new AcquireEnding.Failed(told));
    }

    private void fail(RuntimeException why) {
        if (state != State.ENDED) {
            leave(false);
            waiter.end(new AcquireEnding.Failed(why));
        }
    }

    private void leave(boolean won) {
        state = State.ENDED;
        waiter.wakeNever();
        if (inLine) {
            queue.leave(key(), this);
            serverWaits.left(key(), won);
        }
        if (watched || (inLine && contendedLocks.isWatching())) {
            // Those before it in the line may have had the lock watched, and left that to it.
            contendedLocks.left(key(), won);
        }
    }

    private Optional<LockStatus> status(Busy refusal) {
        return refusal.row().map(row -> row.status(refusal.now(), queue.waiting(row.key())));
    }

    private Duration waited() {
        return Duration.ofNanos(ticker.nanos() - start);
    }

    private LockKey key() {
        return definition.key();
    }
}
