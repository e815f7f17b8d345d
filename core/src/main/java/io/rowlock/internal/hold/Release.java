package io.rowlock.internal.hold;

import io.rowlock.LockEvent;
import io.rowlock.LockEvent.LossReason;
import io.rowlock.LockKey;
import io.rowlock.LockLostException;
import io.rowlock.internal.dispatch.Operation;
import io.rowlock.internal.dispatch.Request;
import io.rowlock.internal.hold.HoldState.State;
import io.rowlock.internal.queue.HandOff;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.release.AwaitedRelease;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up the row of a hold that has ended: released, handed off or lost. The outcome of a release is handled on the worker's
 * thread, whether or not the caller still waits for it; a release that cannot be finished at once is left to the releaser.
 */
final class Release implements HandOff.Holder {
    private static final Logger LOG = LoggerFactory.getLogger(Release.class);

    private final HoldContext context;
    private final Grant grant;
    private final Times times;
    private final HoldState state;
    private volatile @Nullable AwaitedRelease awaited;
    private volatile long end;

    Release(HoldContext context, Grant grant, Times times, HoldState state) {
        this.context = context;
        this.grant = grant;
        this.times = times;
        this.state = state;
    }

    /**
     * The times of a hold.
     *
     * @param terms its own
     * @param longest the longest that the database may honour, because the hold was renewed for so long
     * @param acquiredAt when its first statement was sent
     */
    record Times(Terms terms, Terms longest, long acquiredAt) {}

    Grant grant() {
        return grant;
    }

    /**
     * Offers the grant to the next in line of this process, if it may still be handed off so often, or releases the row. A lock
     * that is to stay taken is offered to nobody. Waits for that as long as a call may take.
     */
    void offerOrRelease(int handOffsLeft) {
        end = context.ticker().nanos() + context.callTimeout().toNanos();
        Optional<LocalQueue.Queued> next =
                handOffsLeft > 0 && !grant.isKept() ? context.queue().firstIn(key()) : Optional.empty();
        if (next.isPresent()) {
            end = context.ticker().nanos() + context.callTimeout().toNanos();
            HandOff offer = new HandOff(grant, this, handOffsLeft - 1);
            next.get().offer(offer);
            offer.awaitQuietly(left());
        } else {
            releaseWithin(context.callTimeout()).awaitQuietly();
        }
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(0, end - context.ticker().nanos()));
    }

    /** Releases the row after an offer. If that has taken a part of the caller's time, the caller's own thread does not release it. */
    @Override
    public Request<GrantOutcome> releaseHere() {
        Duration left = left();
        boolean isMost = left.compareTo(context.callTimeout().multipliedBy(9).dividedBy(10)) >= 0;
        return isMost ? releaseWithin(left) : releaseAsync();
    }

    /**
     * Releases the row on the thread of a caller who waits for it. A lock that stays taken is released by a statement of its own,
     * which no other request shares.
     */
    private Request<GrantOutcome> releaseWithin(Duration longest) {
        Operation.Release operation = operation();
        return handleOutcome(
                grant.isKept()
                        ? context.executor().execute(operation.describe(), longest, operation)
                        : context.executor().execute(longest, operation));
    }

    /** Releases the row without waiting. */
    @Override
    public Request<GrantOutcome> releaseAsync() {
        return handleOutcome(context.executor().submit(context.callTimeout(), operation()));
    }

    /** The hold has ended before. This is checked once more, because a release that comes too early lets a second holder in. */
    private Operation.Release operation() {
        if (context.holds().isOpen(grant)) {
            throw new IllegalStateException("lock '" + key() + "' is still held; this is a bug in Rowlock");
        }
        return new Operation.Release(grant);
    }

    private Request<GrantOutcome> handleOutcome(Request<GrantOutcome> release) {
        release.whenAnswered((outcome, failure) -> {
            ifAwaited(asked -> asked.repeatedAfter(failure));
            handle(outcome == null ? GrantOutcome.ROW_LOCKED : outcome);
        });
        return release;
    }

    /** Handles an outcome, of a repeated release if an earlier sending got no answer. */
    void handle(GrantOutcome outcome, @Nullable Throwable earlier) {
        if (earlier == null) {
            handle(outcome);
        } else {
            ifAwaited(asked -> asked.repeatedAfter(earlier));
            handleRetried(outcome);
        }
    }

    /** A failure is retried like a locked row. */
    private void handle(GrantOutcome outcome) {
        switch (outcome) {
            case DONE -> released();
            case NOT_OWNER -> {
                context.releaser().ended(grant);
                completeAnswer(false);
                context.log()
                        .write(() -> LOG.warn(
                                "lock '{}' (token {}) was no longer held when it was released", key(), grant.token()));
                context.publish(() -> LockEvent.lost(key(), grant.token(), LossReason.REVOKED_OR_TAKEN));
            }
            case ROW_LOCKED -> releaseInBackground();
        }
    }

    /** Has the releaser retry until the row is released. */
    @Override
    public void releaseInBackground() {
        context.releaser().release(grant, leaseAndGrace(), this::handleRetried, state::retireSession);
    }

    /** After an earlier sending, "not owner" proves no loss: that sending may have been done, and others held the lock since. */
    private void handleRetried(GrantOutcome outcome) {
        if (outcome == GrantOutcome.NOT_OWNER) {
            context.log()
                    .write(() -> LOG.debug(
                            "lock '{}' (token {}) had been released or lost when its release was repeated",
                            key(),
                            grant.token()));
            ifAwaited(AwaitedRelease::overWhenRepeated);
        }
        released();
    }

    /** From now on a caller awaits the database's answer. */
    void keepAnswer() {
        awaited = new AwaitedRelease(grant, context.gate(), context.ticker(), context.callTimeout());
    }

    /** Answers the one who awaits it, if there is one. */
    void completeAnswer(boolean done) {
        ifAwaited(release -> release.answered(done));
    }

    private void ifAwaited(Consumer<AwaitedRelease> telling) {
        AwaitedRelease asked = awaited;
        if (asked != null) {
            telling.accept(asked);
        }
    }

    /** Waits for the answer; false if the grant did not stand. The release goes on in any case. */
    boolean awaitDone() {
        return Objects.requireNonNull(awaited, "keepAnswer comes first").await();
    }

    /** Reports the loss. The row is left to expire, unless it would not: then it is released when that time is over. */
    void reportLoss(LossReason reason) {
        long pause = Timing.afterBeliefNanos(times.terms());
        if (context.kind() == HoldKind.CONNECTION || reason == LossReason.LONGEST_HOLD) {
            // A connection that lives, or a session, keeps the row, and its holder needs time to stop.
            context.releaser().releaseAfter(grant, pause, leaseAndGrace(), state::retireSession);
        }
        context.releaser().lost(grant, pause);
        long heldFor = heldFor().toMillis();
        context.log()
                .write(() -> LOG.warn(
                        "lock '{}' (token {}) was lost after {} ms: {}", key(), grant.token(), heldFor, reason));
        context.publish(() -> LockEvent.lost(key(), grant.token(), reason));
    }

    /** Nobody can close the hold any more, so it is renewed for as long as the process lives. */
    void warnOfDropped(@Nullable String acquiredAt) {
        long heldFor = heldFor().toMillis();
        context.log()
                .write(() -> LOG.warn(
                        "lock '{}' (token {}) stays taken although its hold is garbage, after {} ms; {}",
                        key(),
                        grant.token(),
                        heldFor,
                        "it was acquired at "
                                + (acquiredAt == null
                                        ? "an unknown place, which RowlockBuilder.recordCallers(true) would tell"
                                        : acquiredAt)
                                + "; close each hold, best in a try statement, or detach it; to free the lock now, revoke it or end"
                                + " this process"));
    }

    /** Frees a lost lock ahead of its expiry, once, now that its holder has closed it. Whatever was asked for, nothing is kept. */
    void releaseLost() {
        completeAnswer(false);
        if (state.takeLostRelease()) {
            Grant lost = grant.keptFor(Duration.ZERO);
            context.releaser()
                    .release(lost, leaseAndGrace(), outcome -> context.queue().wakeFirst(key()), state::retireSession);
        }
    }

    /** The lock is free. */
    void released() {
        handedOff();
        context.queue().wakeFirst(key());
    }

    /** The hold is over, and the lock may be another's already. */
    @Override
    public void handedOff() {
        context.releaser().ended(grant);
        context.publish(() -> LockEvent.released(key(), grant.token(), heldFor()));
        completeAnswer(true);
    }

    /** The error for a call on a hold that has ended, or is ending: how it came to that, and what was not done. */
    LockLostException lostException(String reason) {
        return new LockLostException(key(), grant.token(), ending() + "; " + reason);
    }

    private String ending() {
        return switch (state.state()) {
            case CLOSING, RELEASED ->
                context.gate().isShut() ? "this Rowlock was closed" : "this hold was closed before";
            case RELEASING -> "a transaction is to release this hold";
            case DETACHING, DETACHED -> "this hold was detached before";
            case HELD, LOST -> "it was lost, because its lease ended or it was revoked";
        };
    }

    /** The error for work that has outlived the hold; empty if the work ended it, by closing or detaching it, for one. */
    Optional<LockLostException> outlived() {
        boolean lost = state.state() == State.LOST
                || (state.state() == State.RELEASED && context.gate().isShut());
        return lost
                ? Optional.of(lostException(
                        "the work that ran under it has ended, and what it did may have met another holder's"))
                : Optional.empty();
    }

    private Duration heldFor() {
        return Duration.ofNanos(context.ticker().nanos() - times.acquiredAt());
    }

    Duration leaseAndGrace() {
        return times.longest().lease().plus(times.longest().grace());
    }

    private LockKey key() {
        return grant.key();
    }
}
