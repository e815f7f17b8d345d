package io.rowlock.internal.hold;

import io.rowlock.Hold;
import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockLostException;
import io.rowlock.LockTicket;
import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.hold.HoldState.State;
import io.rowlock.internal.queue.HandOff;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A hold on a lease. {@link HoldState} decides whether it is held; this class sends the statements and reports.
 *
 * <ol>
 *   <li>Closing ends the hold first, and only then sends the {@link Release}, or offers the grant as a {@link HandOff}.
 *   <li>A loss is reported once, by the thread that finds it. The row of a lost hold is left to expire, so that nobody else is
 *       granted the lock while the loss is being reported.
 * </ol>
 */
public final class LeasedHold implements Hold {
    private final HoldContext context;
    private final Grant grant;
    private final Terms terms;
    private final long firstSentAt;
    private final int handOffsLeft;
    private final HoldState state;
    private volatile @Nullable Release leftToClient;

    public LeasedHold(
            HoldContext context, Grant grant, Terms terms, boolean renewed, long firstSentAt, int handOffsLeft) {
        this.context = context;
        this.grant = grant;
        this.terms = terms;
        this.firstSentAt = firstSentAt;
        this.handOffsLeft = handOffsLeft;
        state = new HoldState(context.ticker(), terms.lease(), renewed, context.kind(), firstSentAt);
    }

    @Override
    public LockKey key() {
        return grant.key();
    }

    @Override
    public long token() {
        return grant.token();
    }

    Grant grant() {
        return grant;
    }

    Duration lease() {
        return terms.lease();
    }

    HoldState state() {
        return state;
    }

    @Override
    public boolean isHeld() {
        boolean held = state.isHeld();
        if (!held) {
            reportLoss();
        }
        return held;
    }

    /** Whether it has not ended. */
    boolean isOpen() {
        boolean open = !state.state().isFinal();
        if (!open) {
            reportLoss();
        }
        return open;
    }

    @Override
    public Duration remaining() {
        return isHeld() ? state.remaining() : Duration.ZERO;
    }

    @Override
    public void renew() {
        calls().renew();
    }

    @Override
    public void renew(Duration lease) {
        calls().renew(lease, terms);
    }

    private HoldCalls calls() {
        return new HoldCalls(this, context);
    }

    /** The database has done a renewal that was sent at that moment; false if the answer came too late. */
    boolean renewedAt(long sentAt, Renewal renewal) {
        return publishIf(state.renewed(renewal, sentAt));
    }

    private boolean publishIf(boolean renewed) {
        if (renewed) {
            context.publish(() -> LockEvent.renewed(key(), token()));
        }
        return renewed;
    }

    @Override
    public boolean check() {
        return calls().check();
    }

    @Override
    public void onLost(Runnable action) {
        Objects.requireNonNull(action, "action");
        if (!state.addLossAction(action)) {
            runLossAction(action);
        }
    }

    @Override
    public void guard(Connection connection) {
        calls().guard(connection);
    }

    @Override
    public <T, E extends Exception> T guarded(DataSource dataSource, GuardedWork<T, E> work) throws E {
        return calls().guarded(dataSource, work);
    }

    @Override
    public void releaseWith(Connection connection) {
        new TransactionalRelease(this, context).releaseWith(connection);
    }

    @Override
    public LockTicket detach() {
        return calls().detach();
    }

    @Override
    public boolean release() {
        return calls().release();
    }

    @Override
    public boolean release(Duration keepFor) {
        return calls().release(keepFor);
    }

    @Override
    public void close() {
        close(rowRelease());
    }

    void close(Release release) {
        unlessClosing(release, () -> {
            switch (end()) {
                case HELD, DETACHING -> releaseOrOffer(release);
                case RELEASING -> release.releaseInBackground();
                case LOST -> release.releaseLost();
                case RELEASED, DETACHED -> {}
            }
        });
    }

    /** Releases a hold that nobody wants any more, without waiting. */
    public void discard() {
        unlessClosing(rowRelease(), () -> {
            if (end().isHeld()) {
                rowRelease().releaseAsync();
            }
        });
    }

    /** A client that is closing removes the hold, and releases its row with those of the others. */
    private void unlessClosing(Release release, Runnable action) {
        if (context.gate().tryEnter()) {
            try {
                action.run();
            } finally {
                context.gate().leave();
            }
        } else {
            leftToClient = release;
            state.on(Event.LEFT_TO_CLIENT);
            reportLoss();
        }
    }

    /** Ends the hold because the client closes, which then sends this release, together with the others; null if it was over. */
    public @Nullable Grant endForClose() {
        return end().isFinal() ? null : releaseAtClose().grant();
    }

    private Release releaseAtClose() {
        Release left = leftToClient;
        return left == null ? rowRelease() : left;
    }

    /** Ends the hold, whatever becomes of a transaction that releases it; returns the state before. */
    private State end() {
        State before = state.on(Event.CLOSED);
        if (before == State.LOST) {
            reportLoss();
        } else if (!before.isFinal()) {
            context.holds().remove(this);
        }
        return before;
    }

    /** A lock that is to stay taken is offered to nobody. */
    private void releaseOrOffer(Release release) {
        Optional<LocalQueue.Queued> next =
                handOffsLeft > 0 && !release.isKept() ? context.queue().firstIn(key()) : Optional.empty();
        if (next.isPresent()) {
            HandOff offer = new HandOff(grant, release, handOffsLeft - 1);
            next.get().offer(offer);
            offer.awaitQuietly(context.callTimeout());
        } else {
            release.now();
        }
    }

    Release rowRelease() {
        return rowRelease(grant);
    }

    Release rowRelease(Grant released) {
        return new Release(context, released, terms, state, firstSentAt);
    }

    /** A client that has closed has sent the release. */
    public void releaseSettled(GrantOutcome outcome) {
        releaseAtClose().settle(outcome);
    }

    /** This process was granted the lock again: a transaction has released this grant, or it was lost. */
    void superseded() {
        if (state.on(Event.SUPERSEDED) == State.RELEASING) {
            rowRelease().handedOff();
        } else {
            reportLoss();
        }
    }

    /** The database says that the grant no longer stands. */
    void loseToOthers() {
        state.on(Event.NOT_OWNER);
        reportLoss();
    }

    /** Reports the loss if there is one that was not reported. The actions come first, because nothing must delay them. */
    void reportLoss() {
        state.takeLoss().ifPresent(loss -> {
            loss.actions().forEach(this::runLossAction);
            context.holds().remove(this);
            rowRelease().lost(loss.reason());
        });
    }

    private void runLossAction(Runnable action) {
        context.callbacks().run(key().toString(), action);
    }

    LockLostException lost(String reason) {
        return rowRelease().ended(reason);
    }

    /** How to renew it now; empty if it has ended. */
    Optional<Renewal> beginRenewal(Sessions sessions) {
        return state.beginRenewal(state.state() == State.HELD ? sessions.accepting(terms) : Optional.empty());
    }

    /** Handles the reply to a renewal; null stands for a failure, which is not a loss. */
    void renewalAnswered(Renewal renewal, @Nullable GrantOutcome outcome, long sentAt) {
        if (publishIf(state.renewalAnswered(renewal, outcome, sentAt))) {
            return;
        }
        if (outcome == GrantOutcome.NOT_OWNER && state.state() == State.RELEASING) {
            new TransactionalRelease(this, context).readEnd();
        } else {
            reportLoss();
        }
    }
}
