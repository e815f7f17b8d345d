package io.rowlock.internal.acquire;

import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.internal.queue.HandOff;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Failed;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Deadline;
import io.rowlock.internal.wakeup.ContendedLocks;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition of a lock. It occupies no thread: the steps run one after another, each on the thread that causes it.
 *
 * <ol>
 *   <li>It joins the local queue. Only the first in line makes attempts. Without time to wait it makes one, in no queue.
 *   <li>While this very process holds the lock, even the first in line makes no attempt: the release wakes it. A re-check
 *       after a limited time backs that up. An acquisition that was never answered makes one attempt when its time is over, to name
 *       the holder.
 *   <li>While it pauses for that, it takes over the grant itself if the holder offers a hand-off.
 *   <li>If the lock is busy, it pauses until {@link ContendedLocks} wakes it. A re-check backs that up as well.
 *   <li>A database that fails is retried with backoff until the time is over. Then the failure is reported, not "busy".
 * </ol>
 */
final class Acquisition implements LocalQueue.Queued {
    private static final long LOCAL_RECHECK = Duration.ofSeconds(1).toNanos();
    private static final long REMOTE_RECHECK = Duration.ofSeconds(10).toNanos();

    private final AcquireContext context;
    private final LocalQueue queue;
    private final AcquisitionReport report;
    private final LockDefinition definition;
    private final Waiter waiter;
    private final Deadline deadline;
    private final boolean inLine;
    private @Nullable Backoff backoff;
    private AcquireResult last = new Busy(Optional.empty(), 0);
    private State state = State.QUEUED;
    private boolean attempted;
    private boolean paused;
    private boolean wokenUp;
    private boolean watched;
    private @Nullable AcquireAttempt attempt;

    /** Others are before it in line; an attempt is under way; first in line until it is woken or a moment has come; over. */
    private enum State {
        QUEUED,
        ATTEMPTING,
        PAUSED,
        ENDED
    }

    Acquisition(AcquireContext context, LockDefinition definition, Duration wait, Waiter waiter) {
        this.context = context;
        queue = context.shared().queue();
        this.definition = definition;
        this.waiter = waiter;
        inLine = !wait.isZero() && !wait.isNegative();
        deadline = Deadline.of(context.shared().ticker(), wait);
        report = new AcquisitionReport(context.shared(), definition.key(), deadline);
    }

    void begin() {
        step(() -> {
            if (context.shared().gate().isShut()) {
                fail(report.clientClosed(true));
            } else if (!inLine) {
                attempt();
            } else if (queue.join(key(), this)) {
                attemptAsFirst();
            } else {
                pauseUntil(deadline.end(), State.QUEUED);
            }
        });
    }

    /** Ends it without a result. A grant that may still arrive is released. */
    void abandon() {
        step(() -> leave(false));
    }

    AcquisitionReport report() {
        return report;
    }

    @Override
    public void onFirstInLine() {
        step(this::attemptAsFirst);
    }

    @Override
    public void wakeUp() {
        step(() -> {
            wokenUp = true;
            if (state == State.PAUSED) {
                waiter.runSending(() -> runUnlessEnded(this::attemptUnlessHeldHere));
            }
        });
    }

    @Override
    public void offer(HandOff handOff) {
        waiter.step(() -> {
            if (state == State.PAUSED
                    && !deadline.isOver()
                    && context.shared().gate().tryEnter()) {
                startAttempt(handOff, this::handOffFailed);
            } else {
                handOff.declined();
            }
        });
    }

    /** The grant that was offered is being released, and a wake-up follows when that is done. */
    private void handOffFailed() {
        if (deadline.isOver() || queue.isClosed()) {
            goOn();
        } else {
            pauseUntil(deadline.after(LOCAL_RECHECK), State.PAUSED);
        }
    }

    @Override
    public void onClosed() {
        step(() -> {
            if (state != State.ATTEMPTING) {
                fail(report.clientClosed(false));
            }
        });
    }

    private void step(Runnable step) {
        waiter.step(() -> runUnlessEnded(step));
    }

    /** Runs a step within a step of the waiter. A step that fails ends the acquisition, so that nobody waits forever. */
    private void runUnlessEnded(Runnable step) {
        if (state != State.ENDED) {
            try {
                step.run();
            } catch (RuntimeException | Error failure) {
                fail(failure);
            }
        }
    }

    private void attemptAsFirst() {
        context.serverWaits().filter(waits -> !isHeldHere()).ifPresent(waits -> waits.resume(key(), deadline.end()));
        attemptUnlessHeldHere();
    }

    private void attemptUnlessHeldHere() {
        if (!deadline.isOver() && isHeldHere()) {
            pauseUntil(deadline.after(LOCAL_RECHECK), State.PAUSED);
        } else {
            attempt();
        }
    }

    private void attempt() {
        if (context.shared().gate().isShut() && inLine && !queue.isClosed()) {
            // The client is about to close the queue. Leaving now would promote the next in line, and so on.
            state = State.PAUSED;
        } else if (!attempted && paused && context.starvedCallers().isHopeless(deadline.waited())) {
            last = context.starvedCallers().failure();
            goOn();
        } else if (context.shared().gate().tryEnter()) {
            startAttempt(null, this::goOn);
        } else {
            fail(report.clientClosed(!paused));
        }
    }

    /** Makes an attempt, for which the gate was entered; goes on with the given step if the lock is not granted. */
    private void startAttempt(@Nullable HandOff handOff, Runnable orElse) {
        state = State.ATTEMPTING;
        attempted = true;
        wokenUp = false;
        waiter.wakeNever();
        try {
            attempt = new AcquireAttempt(
                    context, definition, waiter, result -> runUnlessEnded(() -> ended(result, orElse)), handOff);
            attempt.send();
        } catch (RuntimeException | Error failure) {
            if (handOff != null) {
                handOff.inDoubt();
            }
            if (attempt == null) {
                context.shared().gate().leave();
            }
            fail(failure);
        }
    }

    private void ended(AcquireResult result, Runnable orElse) {
        AcquireAttempt made = Objects.requireNonNull(attempt);
        attempt = null;
        if (result instanceof Granted) {
            end(true, () -> report.granted(made.hold(), made.hold().handle(waiter.calledFrom()), inLine && paused));
        } else {
            last = context.starvedCallers().explained(result, deadline.waited());
            orElse.run();
        }
    }

    private void goOn() {
        if (deadline.isOver() || (last instanceof Failed failed && failed.isPermanent())) {
            giveUp();
        } else if (queue.isClosed()) {
            state = State.PAUSED;
            onClosed();
        } else if (wokenUp || isHeldHere()) {
            attemptUnlessHeldHere();
        } else if (last instanceof Busy busy) {
            pauseUntil(deadline.after(REMOTE_RECHECK), State.PAUSED);
            watch(busy);
        } else {
            backoff = backoff == null ? Backoff.ofAcquisitions() : backoff;
            pauseUntil(deadline.after(backoff.nanos()), State.PAUSED);
        }
    }

    private void watch(Busy busy) {
        watched = true;
        context.contendedLocks().watch(key(), busy, busy.now() - deadline.waitedMicros());
        context.requestIds().prepare();
        context.serverWaits().ifPresent(waits -> waits.need(definition, deadline.end()));
    }

    private void pauseUntil(long moment, State meanwhile) {
        state = meanwhile;
        paused = true;
        // Not as a further step: a wake-up queued before it would send a claim, which the end of the pause would end.
        waiter.wakeAt(moment, () -> runUnlessEnded(this::pauseOver));
    }

    private void pauseOver() {
        if (deadline.isOver() && (attempted || state == State.QUEUED)) {
            giveUp();
        } else {
            attemptUnlessHeldHere();
        }
    }

    /** The last answer counts: busy only if the database said so after the last failure, or others were before it in line. */
    private void giveUp() {
        if (!attempted && context.starvedCallers().isStarved()) {
            last = context.starvedCallers().failure();
        }
        if (last instanceof Failed failed) {
            end(false, () -> report.failed(failed));
        } else {
            end(false, () -> report.busy((Busy) last, inLine && paused));
        }
    }

    private void fail(Throwable cause) {
        if (state != State.ENDED) {
            end(false, () -> report.failed(cause));
        }
    }

    private void end(boolean granted, Runnable reporting) {
        leave(granted);
        reporting.run();
        waiter.end(report);
    }

    /** Leaves the line. A grant that an attempt under way may still bring is released. */
    private void leave(boolean granted) {
        state = State.ENDED;
        waiter.wakeNever();
        if (inLine) {
            queue.leave(key(), this);
            context.serverWaits().ifPresent(waits -> waits.left(key(), granted));
        }
        if (watched || (inLine && paused)) {
            // Those before it in line may have had the lock watched.
            context.contendedLocks().left(key(), granted);
        }
        if (attempt != null) {
            attempt.abandon();
        }
    }

    private boolean isHeldHere() {
        return context.shared().holds().isHeldHere(key());
    }

    private LockKey key() {
        return definition.key();
    }
}
