package io.rowlock.internal.hold;

import io.rowlock.Hold;
import io.rowlock.LockEvent;
import io.rowlock.LockEvent.LossReason;
import io.rowlock.LockException;
import io.rowlock.LockKey;
import io.rowlock.LockLostException;
import io.rowlock.LockTicket;
import io.rowlock.internal.dispatch.Operation;
import io.rowlock.internal.event.LossActions;
import io.rowlock.internal.hold.Belief.State;
import io.rowlock.internal.queue.HandOff;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.RequestIds;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Timing;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A hold on a lease.
 *
 * <ol>
 *   <li>Its belief is counted from before the first sending of the claim, or of the last renewal that was answered in
 *       time.
 *   <li>It ends once: released, detached or lost. Whoever finds it lost tells of it; that is done once. The row of a lost
 *       hold is left to expire, so that nobody else is granted the lock while the holder is being told.
 *   <li>Released with a transaction, it is settling until renewals tell: row locked, the transaction is open; done, it was
 *       rolled back, and the hold stands again; not owner, it was committed.
 *   <li>Closing ends the belief first, and only then sends the {@link Release}, or makes an {@link HandOff} of the grant.
 * </ol>
 */
public final class LeasedHold implements Hold {
    private static final Logger LOG = LoggerFactory.getLogger(LeasedHold.class);

    private final HoldContext context;
    private final Grant grant;
    private final Terms terms;
    private final Belief belief;
    private final SessionMembership membership;
    private final RenewalSchedule plan;
    private final LossActions lossActions;
    private final Release release;
    private final int passesLeft;

    public LeasedHold(
            HoldContext context, Grant grant, Terms terms, boolean renewed, long firstSentAt, int passesLeft) {
        this.context = context;
        this.grant = grant;
        this.terms = terms;
        belief = new Belief(context.ticker(), firstSentAt + Timing.beliefNanos(terms.lease()));
        membership = new SessionMembership(belief);
        plan = new RenewalSchedule(renewed, terms.lease(), context.kind(), firstSentAt);
        lossActions = new LossActions(context.callbacks(), grant.key().toString());
        release = new Release(context, grant, terms, membership, firstSentAt);
        this.passesLeft = passesLeft;
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

    SessionMembership membership() {
        return membership;
    }

    @Override
    public boolean isHeld() {
        return stateNow() == State.HELD;
    }

    /** Whether it has not ended: it is held, or settling. */
    boolean isOpen() {
        State state = stateNow();
        return state == State.HELD || state == State.SETTLING;
    }

    private State stateNow() {
        State state = belief.state();
        if (state == State.LOST) {
            tellLoss(LossReason.EXPIRED);
        }
        return state;
    }

    @Override
    public Duration remaining() {
        return isHeld() ? belief.remaining() : Duration.ZERO;
    }

    @Override
    public void renew() {
        requireHeld("renew it");
        long sentAt = context.ticker().nanos();
        GrantOutcome outcome = context.storeClient().callForGrant(new Operation.Renew(grant));
        if (outcome == GrantOutcome.NOT_OWNER) {
            lose(LossReason.REVOKED_OR_TAKEN);
        }
        if (outcome != GrantOutcome.DONE || !renewedAt(sentAt, Renewal.PLAIN)) {
            throw lost("the renewal came too late, or the lock was revoked");
        }
    }

    @Override
    public boolean check() {
        if (!isHeld()) {
            return false;
        }
        boolean stands = context.storeClient().call("check lock '" + key() + "'", store -> store.check(grant));
        if (!stands) {
            lose(LossReason.REVOKED_OR_TAKEN);
        }
        return stands && isHeld();
    }

    @Override
    public void onLost(Runnable action) {
        lossActions.add(Objects.requireNonNull(action, "action"));
    }

    @Override
    public void guard(Connection connection) {
        requireHeld("guard a transaction with it");
        try {
            context.guards().guard(connection, grant);
        } catch (LockLostException gone) {
            throw askedOutside(gone);
        }
    }

    @Override
    public <T, E extends Exception> T guarded(DataSource dataSource, GuardedWork<T, E> work) throws E {
        requireHeld("guard a transaction with it");
        try {
            return context.guards().guarded(dataSource, grant, work);
        } catch (LockLostException gone) {
            throw askedOutside(gone);
        }
    }

    /** A transaction whose view is older than the grant does not see it; so whether it stands is asked outside. */
    private LockLostException askedOutside(LockLostException gone) {
        check();
        return gone;
    }

    /** The belief is put off before the row is touched, so that it cannot outlast the release. */
    @Override
    public void releaseWith(Connection connection) {
        if (!isHeld() || !belief.turn(State.HELD, State.SETTLING)) {
            throw lost("it has ended, so nothing was done to release it with a transaction");
        }
        try {
            context.guards().releaseWith(connection, grant);
        } catch (IllegalArgumentException refused) {
            belief.turn(State.SETTLING, State.HELD);
            throw refused;
        } catch (LockLostException gone) {
            belief.turn(State.SETTLING, State.HELD);
            throw askedOutside(gone);
        } finally {
            settleFromNow();
        }
    }

    private void settleFromNow() {
        if (belief.state() == State.SETTLING) {
            plan.settling(context.ticker().nanos());
            context.wake().run();
        }
    }

    @Override
    public LockTicket detach() {
        requireHeld("detach it");
        membership.bar();
        try {
            leaveSession();
        } catch (LockException failure) {
            membership.unbar();
            throw failure;
        }
        if (!belief.end(State.DETACHED)) {
            throw lost("it has ended, so nothing was done to detach it");
        }
        context.holds().remove(this);
        Grant leased = context.kind() == HoldKind.LEASE ? grant : unbound();
        return LockTicket.of(key(), token(), leased.requestId());
    }

    /** A ticket outlives the connection, so from here on the grant hangs on its lease. If that fails, nothing is left of it. */
    private Grant unbound() {
        Grant leased = new Grant(key(), token(), new RequestIds(HoldKind.LEASE).next());
        GrantOutcome outcome = GrantOutcome.ROW_LOCKED;
        try {
            outcome = context.storeClient()
                    .callForGrant("detach lock '" + key() + "'", store -> store.unbind(grant, leased.requestId()));
        } finally {
            if (outcome != GrantOutcome.DONE) {
                release.releaseInBackground();
                context.releaser().release(leased, release.leaseAndGrace(), ignored -> {}, () -> {});
            }
        }
        if (outcome != GrantOutcome.DONE) {
            throw lost("its connection ended before it could be detached");
        }
        return leased;
    }

    /** A ticket must end by itself, and not with this process. */
    private void leaveSession() {
        context.storeClient().awaitUntil("detach lock '" + key() + "'", () -> !plan.isUnderWay());
        Optional<Session> session = membership.session();
        if (session.isEmpty()) {
            return;
        }
        Renewal leaving = new Renewal.Leaving(session.get());
        long sentAt = context.ticker().nanos();
        plan.failed(sentAt);
        GrantOutcome outcome = context.storeClient()
                .callForGrant(
                        "detach lock '" + key() + "'",
                        store -> leaving.send(store, List.of(grant)).get(0));
        if (outcome == GrantOutcome.NOT_OWNER) {
            lose(LossReason.REVOKED_OR_TAKEN);
        } else {
            renewedAt(sentAt, leaving);
        }
    }

    @Override
    public void close() {
        if (!context.gate().tryEnter()) {
            return; // The client is closing, and releases everything that is still held.
        }
        try {
            switch (stateNow()) {
                case HELD -> endAndRelease();
                case SETTLING -> releaseOnceSettled();
                case LOST -> release.releaseLost();
                case RELEASED, DETACHED -> {}
            }
        } finally {
            context.gate().leave();
        }
    }

    /** Gives back, without waiting for that, what nobody wants any more. */
    public void discard() {
        if (!context.gate().tryEnter()) {
            return; // The client is closing, and releases everything that is still held.
        }
        try {
            if (stateNow() == State.HELD && endReleased()) {
                release.releaseAsync();
            }
        } finally {
            context.gate().leave();
        }
    }

    private void endAndRelease() {
        if (!endReleased()) {
            return;
        }
        if (passesLeft > 0) {
            context.queue().firstIn(key()).ifPresentOrElse(this::offer, release::now);
        } else {
            release.now();
        }
    }

    private void offer(LocalQueue.Queued next) {
        HandOff offer = new HandOff(grant, release, passesLeft - 1);
        next.offer(offer);
        offer.awaitQuietly(context.callTimeout());
    }

    private boolean endReleased() {
        boolean ended = belief.end(State.RELEASED);
        if (ended) {
            context.holds().remove(this);
        }
        return ended;
    }

    /** Whatever becomes of the transaction that releases it, the hold is over. */
    private void releaseOnceSettled() {
        if (belief.turn(State.SETTLING, State.RELEASED)) {
            context.holds().remove(this);
            release.releaseInBackground();
        }
    }

    /** Ends the belief because the client closes; the release itself is sent by the client, together with the others. */
    public boolean endForClose() {
        return isOpen() && (belief.end(State.RELEASED) || belief.turn(State.SETTLING, State.RELEASED));
    }

    /** Deals with what came of the release that the client sent. */
    void settle(GrantOutcome outcome) {
        release.settle(outcome);
    }

    /** Takes note of a renewal that was sent at that moment and answered just now; false if it came too late. */
    private boolean renewedAt(long sentAt, Renewal renewal) {
        if (!belief.extendTo(sentAt + Timing.beliefNanos(terms.lease()))) {
            return false;
        }
        membership.answered(renewal, true);
        plan.renewedAt(sentAt);
        if (membership.isKept()) {
            plan.keptSince(sentAt);
        }
        context.events().publish(LockEvent.renewed(key(), token()));
        return true;
    }

    /** Ends the hold as lost, unless it has ended already. */
    void lose(LossReason reason) {
        loseFrom(State.HELD, reason);
    }

    private void loseFrom(State state, LossReason reason) {
        if (belief.turn(state, State.LOST) || belief.state() == State.LOST) {
            tellLoss(reason);
        }
    }

    private void tellLoss(LossReason reason) {
        if (!lossActions.run()) {
            return;
        }
        if (context.kind() == HoldKind.CONNECTION) {
            // Nothing but a release frees what is tied to a connection that lives; not before its lease is over,
            // though.
            context.releaser().releaseAfter(grant, Timing.afterBeliefNanos(terms), release.leaseAndGrace());
        }
        context.holds().remove(this);
        context.releaser().lost(grant, Timing.afterBeliefNanos(terms));
        if (reason == LossReason.EXPIRED) {
            membership.abandon();
        }
        long heldFor = release.heldFor().toMillis();
        context.log()
                .write(() ->
                        LOG.warn("lock '{}' (token {}) was lost after {} ms: {}", key(), token(), heldFor, reason));
        context.events().publish(LockEvent.lost(key(), token(), reason));
    }

    private void requireHeld(String wish) {
        if (!isHeld()) {
            throw lost("it has ended, or is being released with a transaction; nothing was done to " + wish);
        }
    }

    private LockLostException lost(String what) {
        return new LockLostException(key(), token(), what);
    }

    boolean isDue(long now) {
        if (isOrphaned()) {
            plan.hurry(now);
        }
        return plan.isDue(now);
    }

    boolean isOverdue(long now) {
        return plan.isOverdue(now);
    }

    private boolean isOrphaned() {
        return !plan.isUnderWay() && membership.isOrphaned();
    }

    /** The next moment at which something must be done for this hold. */
    long nextMoment() {
        return isOrphaned() ? context.ticker().nanos() : plan.nextMoment(belief.deadline());
    }

    /** How to renew it now; it counts as under way before that is known, so that whoever detaches it waits for the answer. */
    Renewal beginRenewal(Sessions sessions) {
        plan.sent();
        boolean settling = belief.state() == State.SETTLING;
        return membership.begin(settling ? Optional.empty() : sessions.accepting(terms));
    }

    /** Deals with the answer to a renewal; null stands for a failure, which is not a loss. */
    void renewalAnswered(Renewal renewal, @Nullable GrantOutcome outcome, long sentAt) {
        if (outcome == GrantOutcome.DONE) {
            if (plan.tellsOfSettling(sentAt)) {
                // It could be renewed, so it was not released: the transaction was rolled back.
                belief.turn(State.SETTLING, State.HELD);
            }
            if (!renewedAt(sentAt, renewal)) {
                notRenewed(renewal);
            }
        } else if (outcome == GrantOutcome.NOT_OWNER) {
            endedInTheDatabase();
        } else {
            notRenewed(renewal);
        }
        plan.answered();
    }

    private void notRenewed(Renewal renewal) {
        membership.answered(renewal, false);
        plan.failed(context.ticker().nanos());
    }

    /** This process was granted the lock anew: so whatever was to release it has done so, or it was lost. */
    void superseded() {
        if (belief.turn(State.SETTLING, State.RELEASED)) {
            release.handedOff();
        } else {
            lose(LossReason.REVOKED_OR_TAKEN);
        }
    }

    /** The row is no longer this hold's: released by the transaction that was to release it, or lost. */
    private void endedInTheDatabase() {
        if (belief.state() != State.SETTLING) {
            lose(LossReason.REVOKED_OR_TAKEN);
            return;
        }
        plan.failed(context.ticker().nanos());
        context.executor()
                .submitFirst("see how lock '" + key() + "' ended", context.callTimeout(), store -> store.find(key()))
                .whenAnswered((found, failure) -> settleAs(found));
    }

    /**
     * Tells a commit from a revoke that came after a rollback. Nobody else can have been granted the lock in that case, for
     * the belief ends before a revoked lock is free. Unanswered, the next renewal asks again.
     */
    private void settleAs(@Nullable LockRows found) {
        if (found == null) {
            return;
        }
        if (found.rows().stream().anyMatch(row -> row.isRevoked(token()))) {
            loseFrom(State.SETTLING, LossReason.REVOKED_OR_TAKEN);
        } else if (belief.turn(State.SETTLING, State.RELEASED)) {
            context.holds().remove(this);
            release.tell();
        }
    }
}
