package io.rowlock.internal.hold;

import io.rowlock.Hold;
import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockLostException;
import io.rowlock.LockTicket;
import io.rowlock.internal.dispatch.Operation;
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
        requireHeld("renew it");
        long sentAt = context.ticker().nanos();
        GrantOutcome outcome = context.storeClient().callForGrant(new Operation.Renew(grant));
        if (outcome == GrantOutcome.NOT_OWNER) {
            loseToOthers();
        }
        if (outcome != GrantOutcome.DONE || !renewedAt(sentAt, Renewal.PLAIN)) {
            throw lost("the renewal came too late, or the lock was revoked");
        }
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
        if (!isHeld()) {
            return false;
        }
        boolean stands = context.storeClient().call("check lock '" + key() + "'", store -> store.check(grant));
        if (!stands) {
            loseToOthers();
        }
        return stands && isHeld();
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
        requireHeld("guard a transaction with it");
        try {
            context.guards().guard(connection, grant);
        } catch (LockLostException gone) {
            throw checked(gone);
        }
    }

    @Override
    public <T, E extends Exception> T guarded(DataSource dataSource, GuardedWork<T, E> work) throws E {
        requireHeld("guard a transaction with it");
        try {
            return context.guards().guarded(dataSource, grant, work);
        } catch (LockLostException gone) {
            throw checked(gone);
        }
    }

    /** A transaction whose snapshot is older than the grant does not see it, so the grant is checked outside of it. */
    LockLostException checked(LockLostException gone) {
        check();
        return gone;
    }

    @Override
    public void releaseWith(Connection connection) {
        new TransactionalRelease(this, context).releaseWith(connection);
    }

    @Override
    public LockTicket detach() {
        requireHeld("detach it");
        return new Detachment(this, context).detach();
    }

    @Override
    public void close() {
        unlessClosing(() -> {
            switch (end()) {
                case HELD, DETACHING -> releaseOrOffer();
                case RELEASING -> release().releaseInBackground();
                case LOST -> release().releaseLost();
                case RELEASED, DETACHED -> {}
            }
        });
    }

    /** Releases a hold that nobody wants any more, without waiting. */
    public void discard() {
        unlessClosing(() -> {
            if (end().isHeld()) {
                release().releaseAsync();
            }
        });
    }

    /** A client that is closing releases the row itself, with those of its other holds. */
    private void unlessClosing(Runnable action) {
        if (context.gate().tryEnter()) {
            try {
                action.run();
            } finally {
                context.gate().leave();
            }
        } else if (!end().isFinal()) {
            release().releaseInBackground();
        }
    }

    /** Ends the hold because the client closes; the client releases its row together with the others. */
    public boolean endForClose() {
        return !end().isFinal();
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

    private void releaseOrOffer() {
        Optional<LocalQueue.Queued> next = handOffsLeft > 0 ? context.queue().firstIn(key()) : Optional.empty();
        if (next.isPresent()) {
            HandOff offer = new HandOff(grant, release(), handOffsLeft - 1);
            next.get().offer(offer);
            offer.awaitQuietly(context.callTimeout());
        } else {
            release().now();
        }
    }

    Release release() {
        return new Release(context, grant, terms, state, firstSentAt);
    }

    /** This process was granted the lock anew: a transaction has released this grant, or it was lost. */
    void superseded() {
        if (state.on(Event.SUPERSEDED) == State.RELEASING) {
            release().handedOff();
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
            release().lost(loss.reason());
        });
    }

    private void runLossAction(Runnable action) {
        context.callbacks().run(key().toString(), action);
    }

    private void requireHeld(String purpose) {
        if (!isHeld()) {
            throw lost("it has ended, or is being released with a transaction; nothing was done to " + purpose);
        }
    }

    LockLostException lost(String reason) {
        return new LockLostException(key(), token(), reason);
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
