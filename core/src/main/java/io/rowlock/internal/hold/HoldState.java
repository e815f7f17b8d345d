package io.rowlock.internal.hold;

import io.rowlock.LockDefinition;
import io.rowlock.LockEvent.LossReason;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of one hold.
 *
 * <pre>
 * event                   HELD        DETACHING   RELEASING   CLOSING
 * DEADLINE_PASSED         LOST        LOST        LOST        -
 * NOT_OWNER               LOST        LOST        -           -          the database says that the row is not this hold's
 * REVOKED                 -           -           LOST        -          the row says that an operator has revoked the grant
 * SUPERSEDED              LOST        LOST        RELEASED    RELEASED   this process was granted the lock again
 * CLOSED                  RELEASED    RELEASED    RELEASED    RELEASED
 * LEFT_TO_CLIENT          CLOSING     CLOSING     CLOSING     -          closed by its holder while the client closes
 * TRANSACTION_BEGUN       RELEASING   -           -           -          a transaction of the caller is to release the lock
 * TRANSACTION_UNDONE      -           -           HELD        -          it was rejected or rolled back
 * TRANSACTION_COMMITTED   -           -           RELEASED    -
 * DETACH_BEGUN            DETACHING   -           -           -
 * DETACH_FAILED           -           HELD        -           -
 * DETACH_DONE             -           DETACHED    -           -
 * </pre>
 *
 * LOST, RELEASED and DETACHED are final. The lock counts as held in HELD and DETACHING until the deadline, which every event
 * checks first: a renewal that is answered later changes nothing. The deadline counts from before the sending of the claim or
 * of the last renewal answered in time. While a session covers the hold, the session's deadline counts too, if it is later; the
 * longest hold of the definition bounds both. In CLOSING only the client that closes ends the hold, and releases its row.
 *
 * <p>Thread-safe, with one monitor, inside which nothing waits, logs or calls a listener. {@link #isHeld()} needs no monitor to
 * say yes: it reads the coverage before the deadline, and the end of a coverage is written after the deadline that it leaves.
 */
final class HoldState {

    enum State {
        HELD,
        DETACHING,
        RELEASING,
        CLOSING,
        LOST,
        RELEASED,
        DETACHED;

        boolean isHeld() {
            return this == HELD || this == DETACHING;
        }

        boolean isFinal() {
            return this == LOST || this == RELEASED || this == DETACHED;
        }
    }

    enum Event {
        DEADLINE_PASSED,
        NOT_OWNER,
        REVOKED,
        SUPERSEDED,
        CLOSED,
        LEFT_TO_CLIENT,
        TRANSACTION_BEGUN,
        TRANSACTION_UNDONE,
        TRANSACTION_COMMITTED,
        DETACH_BEGUN,
        DETACH_FAILED,
        DETACH_DONE
    }

    /** The loss of the hold, to be reported once. */
    record Loss(LossReason reason, List<Runnable> actions) {}

    private final Ticker ticker;
    private final Duration lease;
    private final long end;
    private final RenewalSchedule schedule;
    private volatile State state = State.HELD;
    private volatile SessionCoverage coverage = SessionCoverage.NONE;
    private volatile long deadline;
    private LossReason lossReason = LossReason.EXPIRED;
    private boolean lossTaken;
    private boolean lostReleaseTaken;
    private List<Runnable> lossActions = List.of();

    HoldState(Ticker ticker, LockDefinition definition, HoldKind kind, long sentAt) {
        this.ticker = ticker;
        lease = definition.lease();
        end = sentAt + Timing.longestHoldNanos(definition);
        schedule = new RenewalSchedule(definition.renewed(), lease, kind, sentAt);
        deadline = sentAt + Timing.beliefNanos(lease);
    }

    /** The state to which an event leads; the same state if it changes nothing. */
    private static State next(State from, Event event) {
        State open = switch (event) {
            case DEADLINE_PASSED -> from == State.CLOSING ? from : State.LOST;
            case NOT_OWNER -> from.isHeld() ? State.LOST : from;
            case REVOKED -> from == State.RELEASING ? State.LOST : from;
            case SUPERSEDED -> from.isHeld() ? State.LOST : State.RELEASED;
            case CLOSED -> State.RELEASED;
            case LEFT_TO_CLIENT -> State.CLOSING;
            case TRANSACTION_BEGUN -> from == State.HELD ? State.RELEASING : from;
            case TRANSACTION_UNDONE -> from == State.RELEASING ? State.HELD : from;
            case TRANSACTION_COMMITTED -> from == State.RELEASING ? State.RELEASED : from;
            case DETACH_BEGUN -> from == State.HELD ? State.DETACHING : from;
            case DETACH_FAILED -> from == State.DETACHING ? State.HELD : from;
            case DETACH_DONE -> from == State.DETACHING ? State.DETACHED : from;
        };
        return from.isFinal() ? from : open;
    }

    /** Whether the lock is held now. Once the answer was no because of the deadline, it is never yes again. */
    boolean isHeld() {
        State seen = state;
        if (seen.isHeld() && ticker.nanosForSure() - deadline() < 0) {
            return true;
        }
        return !seen.isFinal() && state().isHeld();
    }

    /** The state now. */
    synchronized State state() {
        return state.isFinal() ? state : stateAt(ticker.nanosForSure(), LossReason.EXPIRED);
    }

    /** Handles an event; returns the state that the event found, in which the table says what it did. */
    synchronized State on(Event event) {
        boolean fromDatabase = event == Event.NOT_OWNER || event == Event.REVOKED || event == Event.SUPERSEDED;
        LossReason reason = fromDatabase ? LossReason.REVOKED_OR_TAKEN : LossReason.EXPIRED;
        // The release of a hold that is closed compares the request id, so no decision waits for the boot clock.
        State found = stateAt(event == Event.CLOSED ? ticker.nanos() : ticker.nanosForSure(), reason);
        enter(next(found, event), reason);
        if (found != state && event == Event.DETACH_BEGUN) {
            // The row is about to leave its session, so later heartbeats must not count.
            endCoverage();
        } else if (found != state && event == Event.DETACH_FAILED) {
            // A statement that leaves the session may still be done, so the hold must never be covered by it again.
            retireSession();
        }
        return found;
    }

    private State stateAt(long now, LossReason ifPast) {
        if (!state.isFinal() && now - deadline() >= 0) {
            enter(next(state, Event.DEADLINE_PASSED), ifPast);
        }
        return state;
    }

    private void enter(State next, LossReason reason) {
        if (next == State.LOST && state != State.LOST) {
            lossReason = reason == LossReason.EXPIRED && deadline() == end ? LossReason.LONGEST_HOLD : reason;
            if (lossReason == LossReason.EXPIRED) {
                retireSession();
            }
        }
        state = next;
    }

    private long deadline() {
        Optional<Session> covering = coverage.covering();
        long own = deadline;
        long leased = covering.isPresent() ? Ticker.later(own, covering.get().deadline()) : own;
        return Ticker.earlier(leased, end);
    }

    synchronized Duration remaining() {
        return state().isHeld() ? Duration.ofNanos(deadline() - ticker.nanos()) : Duration.ZERO;
    }

    /** Registers an action for the loss; false if the loss was taken already, so that the caller must run the action. */
    synchronized boolean addLossAction(Runnable action) {
        if (!lossTaken) {
            lossActions = lossActions.isEmpty() ? new ArrayList<>(1) : lossActions;
            lossActions.add(action);
        }
        return !lossTaken;
    }

    /** The loss, if the hold is lost; the first caller gets it, and must report it. */
    synchronized Optional<Loss> takeLoss() {
        if (state() != State.LOST || lossTaken) {
            return Optional.empty();
        }
        lossTaken = true;
        return Optional.of(new Loss(lossReason, List.copyOf(lossActions)));
    }

    /** Whether to release the lost hold ahead of its expiry; true for the first caller. */
    synchronized boolean takeLostRelease() {
        boolean first = state() == State.LOST && !lostReleaseTaken;
        lostReleaseTaken |= first;
        return first;
    }

    /** The session that the row names, or may name. */
    Optional<Session> session() {
        return Optional.ofNullable(coverage.session());
    }

    /** Ends the session of a row that nobody can take out of it, so that the session does not keep the row forever. */
    void retireSession() {
        session().ifPresent(Session::retire);
    }

    private void endCoverage() {
        deadline = deadline();
        coverage = coverage.uncovered();
    }

    synchronized boolean isDue(long now) {
        if (!schedule.isInFlight() && coverage.isOrphaned()) {
            schedule.dueNow(now);
        }
        return schedule.isDue(now);
    }

    synchronized boolean isOverdue(long now) {
        return schedule.isOverdue(now);
    }

    /** The next moment at which something must be done for this hold. */
    synchronized long nextMoment() {
        return !schedule.isInFlight() && coverage.isOrphaned() ? ticker.nanos() : schedule.nextMoment(deadline());
    }

    synchronized boolean isRenewalInFlight() {
        return schedule.isInFlight();
    }

    /** Begins a renewal, unless the hold has ended. A hold that is being released or detached joins no session. */
    synchronized Optional<Renewal> beginRenewal(Optional<Session> accepting) {
        State now = state();
        if (now.isFinal()) {
            return Optional.empty();
        }
        schedule.sent();
        Renewal renewal = now == State.DETACHING
                ? Renewal.PLAIN
                : coverage.next(now == State.HELD ? accepting : Optional.empty());
        coverage = coverage.sent(renewal);
        if (coverage.isOrphaned()) {
            endCoverage();
        }
        return Optional.of(renewal);
    }

    /** Handles the reply to a renewal of the heartbeat, null for a failure, which is no loss; true if the hold was renewed. */
    synchronized boolean renewalAnswered(Renewal renewal, @Nullable GrantOutcome outcome, long sentAt) {
        boolean renewed = outcome == GrantOutcome.DONE && renewed(renewal, sentAt);
        if (outcome == GrantOutcome.NOT_OWNER) {
            on(Event.NOT_OWNER);
            schedule.retryAfter(ticker.nanos());
        } else if (!renewed) {
            coverage = coverage.notRenewed(renewal);
            schedule.retryAfter(ticker.nanos());
        }
        schedule.answered();
        return renewed;
    }

    /** The database has done a renewal that was sent at that moment; false if the answer came too late. */
    synchronized boolean renewed(Renewal renewal, long sentAt) {
        if (schedule.isProbe(sentAt)) {
            // The row could be renewed after the transaction had released it: the transaction was rolled back.
            on(Event.TRANSACTION_UNDONE);
        }
        if (!state().isHeld()) {
            return false;
        }
        deadline = Ticker.later(deadline, sentAt + Timing.beliefNanos(Renewal.lease(renewal, lease)));
        coverage = coverage.renewed(renewal, state == State.HELD);
        schedule.renewedAt(sentAt);
        if (coverage.covers() && !coverage.isOrphaned()) {
            schedule.coveredSince(sentAt);
        }
        return true;
    }

    /** Keeps the heartbeat from sending a renewal at the same time as the caller does. */
    synchronized void postponeRenewal(long now) {
        schedule.retryAfter(now);
    }

    /** The transaction that releases the lock has locked the row: renewals sent from now on show how it ends. */
    synchronized boolean probeFrom(long now) {
        boolean releasing = state() == State.RELEASING;
        if (releasing) {
            schedule.probeFrom(now);
        }
        return releasing;
    }
}
