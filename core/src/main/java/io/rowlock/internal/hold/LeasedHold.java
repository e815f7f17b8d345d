package io.rowlock.internal.hold;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockLostException;
import io.rowlock.internal.hold.HoldHandle.Dropped;
import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.hold.HoldState.State;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A hold on a lease. {@link HoldState} decides whether it is held; this class sends the statements and reports.
 *
 * <ol>
 *   <li>Closing ends the hold first, and only then sends the {@link Release}, or offers the grant to the next in line.
 *   <li>A loss is reported once, by the thread that finds it. The row of a lost hold is left to expire, so that nobody else is
 *       granted the lock while the loss is being reported.
 * </ol>
 */
public final class LeasedHold {
    private final HoldContext context;
    private final Grant grant;
    private final Terms terms;
    private final long firstSentAt;
    private final int handOffsLeft;
    private final HoldState state;
    private @Nullable Release atClose;
    private volatile @Nullable Dropped reference;
    private volatile boolean dropped;
    private volatile Terms longest;

    public LeasedHold(HoldContext context, Grant grant, LockDefinition definition, long firstSentAt, int handOffsLeft) {
        this.context = context;
        this.grant = grant;
        terms = Timing.terms(definition);
        longest = terms;
        this.firstSentAt = firstSentAt;
        this.handOffsLeft = handOffsLeft;
        state = new HoldState(context.ticker(), definition, context.kind(), firstSentAt);
    }

    /**
     * The hold for its user; to be asked for once.
     *
     * @param acquiredAt where it was acquired; null if that was not recorded
     */
    public Hold handle(@Nullable String acquiredAt) {
        HoldHandle handle = new HoldHandle.OfUser(this);
        reference = new Dropped(handle, acquiredAt);
        return handle;
    }

    /** Nobody has the handle any more. */
    void markDropped() {
        dropped = true;
    }

    /** Warns, once, of a hold that nobody can close any more. While a transaction is to release it, that may still happen. */
    void warnIfDropped() {
        Dropped gone = reference;
        if (dropped && gone != null && state.state() == State.HELD) {
            reference = null;
            rowRelease().warnOfDropped(gone.acquiredAt());
        }
    }

    public LockKey key() {
        return grant.key();
    }

    public long token() {
        return grant.token();
    }

    Grant grant() {
        return grant;
    }

    HoldContext context() {
        return context;
    }

    Terms terms() {
        return terms;
    }

    Duration lease() {
        return terms.lease();
    }

    HoldState state() {
        return state;
    }

    boolean isHeld() {
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

    /** The database may honour the grant for so long from now on, whether or not it says so. */
    synchronized void mayLast(Terms longer) {
        longest = longer.lease().compareTo(longest.lease()) > 0 ? longer : longest;
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

    /** A transaction whose snapshot is older than the grant does not see it, so the grant is checked outside of it. */
    LockLostException explainLoss(LockLostException gone) {
        check();
        State ended = state.state();
        return ended.isFinal() && ended != State.LOST
                ? lostException("nobody's work was touched: roll the transaction back")
                : gone;
    }

    void onLost(Runnable action) {
        if (!state.addLossAction(action)) {
            runLossAction(action);
        }
    }

    void close(Release release) {
        unlessClosing(release, () -> {
            switch (end()) {
                case HELD, DETACHING -> release.offerOrRelease(handOffsLeft);
                case RELEASING -> release.releaseInBackground();
                case LOST -> release.releaseLost();
                case RELEASED, DETACHED -> release.completeAnswer(false);
                case CLOSING -> {}
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
            leaveToClient(release);
            reportLoss();
        }
    }

    /** Nothing is kept if the hold has ended before, or another release was left before. */
    private synchronized void leaveToClient(Release release) {
        State found = state.on(Event.LEFT_TO_CLIENT);
        if (found == State.CLOSING || found.isFinal()) {
            release.completeAnswer(false);
        } else {
            atClose = release;
        }
    }

    /** Ends the hold because the client closes, which then sends this release, together with the others; null if it was over. */
    public @Nullable Grant endForClose() {
        return end().isFinal() ? null : releaseAtClose().grant();
    }

    /** The release that was left to the client, or a plain one; the same each time, because its answer is that of the statement. */
    private synchronized Release releaseAtClose() {
        atClose = atClose == null ? rowRelease() : atClose;
        return atClose;
    }

    /** Ends the hold, whatever becomes of a transaction that releases it; returns the state before. */
    private State end() {
        State before = state.on(Event.CLOSED);
        if (before == State.LOST) {
            reportLoss();
        } else if (!before.isFinal()) {
            context.holds().remove(key(), this);
        }
        return before;
    }

    Release rowRelease() {
        return rowRelease(grant);
    }

    Release rowRelease(Grant released) {
        return new Release(context, released, new Release.Times(terms, longest, firstSentAt), state);
    }

    /** A client that closes has sent the release; again, if there was a failure in doubt before. */
    public void releaseAnswered(GrantOutcome outcome, @Nullable Throwable earlier) {
        releaseAtClose().handle(outcome, earlier);
    }

    /** This process was granted the lock again: a transaction has released this grant, or it was lost. */
    void superseded() {
        switch (state.on(Event.SUPERSEDED)) {
            case RELEASING -> rowRelease().handedOff();
            case CLOSING -> releaseAtClose().completeAnswer(false);
            default -> reportLoss();
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
            context.holds().remove(key(), this);
            rowRelease().reportLoss(loss.reason());
        });
    }

    private void runLossAction(Runnable action) {
        context.callbacks().run(key().toString(), action);
    }

    LockLostException lostException(String reason) {
        return rowRelease().lostException(reason);
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
