package io.rowlock.internal.engine;

import io.rowlock.Hold;
import io.rowlock.LockEvent;
import io.rowlock.LockEvent.LossReason;
import io.rowlock.LockKey;
import io.rowlock.LockLostException;
import io.rowlock.LockTicket;
import io.rowlock.internal.engine.Belief.State;
import io.rowlock.spi.Grant;
import io.rowlock.spi.GrantOutcome;
import io.rowlock.spi.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
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
 *   <li>Closing ends the belief first, and only then sends the release; what comes of that is settled on the lane's
 *       thread, whether or not the caller still waits for it.
 * </ol>
 */
final class LeasedHold implements Hold {
    private static final Logger LOG = LoggerFactory.getLogger(LeasedHold.class);

    private final Engine engine;
    private final Grant grant;
    private final Terms terms;
    private final boolean renewed;
    private final long acquiredAt;
    private final Belief belief;
    private final List<Runnable> lossActions = new ArrayList<>();
    private final AtomicBoolean givenBack = new AtomicBoolean();
    private boolean lossTold;
    private volatile boolean renewing;
    private volatile long dueAt;

    LeasedHold(Engine engine, Grant grant, Terms terms, boolean renewed, long firstSentAt) {
        this.engine = engine;
        this.grant = grant;
        this.terms = terms;
        this.renewed = renewed;
        acquiredAt = firstSentAt;
        belief = new Belief(engine.ticker(), firstSentAt + Timing.beliefNanos(terms.lease()));
        dueAt = firstSentAt + Timing.renewAfterNanos(terms.lease());
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

    @Override
    public boolean isHeld() {
        State state = belief.state();
        if (state == State.LOST) {
            tellLoss(LossReason.DEADLINE);
        }
        return state == State.HELD;
    }

    @Override
    public Duration remaining() {
        return isHeld() ? belief.remaining() : Duration.ZERO;
    }

    @Override
    public void renew() {
        requireHeld("renew it");
        long sentAt = engine.ticker().nanos();
        GrantOutcome outcome = engine.asker()
                .askGrant(
                        "renew lock '" + key() + "'",
                        store -> store.renew(List.of(grant)).get(0));
        if (outcome == GrantOutcome.NOT_MINE) {
            lose(LossReason.NOT_MINE);
        }
        if (outcome != GrantOutcome.DONE || !renewedAt(sentAt)) {
            throw lost("the renewal came too late, or the lock was revoked");
        }
    }

    @Override
    public boolean check() {
        if (!isHeld()) {
            return false;
        }
        boolean stands = engine.asker().ask("check lock '" + key() + "'", store -> store.check(grant));
        if (!stands) {
            lose(LossReason.NOT_MINE);
        }
        return stands && isHeld();
    }

    @Override
    public void onLost(Runnable action) {
        Objects.requireNonNull(action, "action");
        synchronized (lossActions) {
            if (!lossTold) {
                lossActions.add(action);
                return;
            }
        }
        engine.callbacks().run(key().toString(), action);
    }

    @Override
    public LockTicket detach() {
        requireHeld("detach it");
        if (!belief.end(State.DETACHED)) {
            throw lost("it was lost or released meanwhile");
        }
        engine.holds().remove(this);
        return new LockTicket(key(), token(), grant.requestId());
    }

    @Override
    public void close() {
        if (!engine.doorway().tryEnter()) {
            return; // The client is closing, and releases everything that is still held.
        }
        try {
            release();
        } finally {
            engine.doorway().leave();
        }
    }

    private void release() {
        if (isHeld() && belief.end(State.RELEASED)) {
            engine.holds().remove(this);
            Call<List<GrantOutcome>> release = engine.lanes()
                    .submit(
                            "release lock '" + key() + "'",
                            engine.settings().callTimeout(),
                            store -> store.release(List.of(grant)));
            release.whenAnswered(
                    (outcomes, failure) -> settle(outcomes == null ? GrantOutcome.ROW_LOCKED : outcomes.get(0)));
            release.awaitQuietly();
        } else if (belief.state() == State.LOST) {
            giveBack();
        }
    }

    /** Frees a lost lock ahead of its expiry, now that its holder says that it has stopped. */
    private void giveBack() {
        if (givenBack.compareAndSet(false, true)) {
            engine.releaser()
                    .release(grant, leaseAndGrace(), outcome -> engine.queue().hint(key()));
        }
    }

    /** Ends the belief because the client closes; the release itself is sent by the client, together with the others. */
    boolean endForClose() {
        return isHeld() && belief.end(State.RELEASED);
    }

    /** Deals with what came of a release. A failure is like a locked row: to be tried again. */
    void settle(GrantOutcome outcome) {
        switch (outcome) {
            case DONE -> {
                engine.events().tell(new LockEvent.Released(key(), token(), heldFor()));
                engine.queue().hint(key());
            }
            case NOT_MINE -> {
                LOG.warn("lock '{}' (token {}) was no longer held when it was released", key(), token());
                engine.events().tell(new LockEvent.Lost(key(), token(), LossReason.NOT_MINE));
            }
            case ROW_LOCKED -> releaseLater();
        }
    }

    private void releaseLater() {
        engine.releaser().release(grant, leaseAndGrace(), this::settle);
    }

    private Duration leaseAndGrace() {
        return terms.lease().plus(terms.grace());
    }

    private Duration heldFor() {
        return Duration.ofNanos(engine.ticker().nanos() - acquiredAt);
    }

    /** Takes note of a renewal that was sent at that moment and answered just now; false if it came too late. */
    boolean renewedAt(long sentAt) {
        if (!belief.extendTo(sentAt + Timing.beliefNanos(terms.lease()))) {
            return false;
        }
        dueAt = sentAt + Timing.renewAfterNanos(terms.lease());
        engine.events().tell(new LockEvent.Renewed(key(), token()));
        return true;
    }

    /** Ends the hold as lost, unless it has ended already. */
    void lose(LossReason reason) {
        if (belief.end(State.LOST) || belief.state() == State.LOST) {
            tellLoss(reason);
        }
    }

    private void tellLoss(LossReason reason) {
        List<Runnable> actions;
        synchronized (lossActions) {
            if (lossTold) {
                return;
            }
            lossTold = true;
            actions = List.copyOf(lossActions);
            lossActions.clear();
        }
        actions.forEach(action -> engine.callbacks().run(key().toString(), action));
        LOG.warn(
                "lock '{}' (token {}) was lost after {} ms: {}",
                key(),
                token(),
                heldFor().toMillis(),
                reason);
        engine.events().tell(new LockEvent.Lost(key(), token(), reason));
        engine.holds().remove(this);
    }

    private void requireHeld(String wish) {
        if (!isHeld()) {
            throw lost("it has ended, so nothing was done to " + wish);
        }
    }

    private LockLostException lost(String what) {
        return new LockLostException(key(), token(), what);
    }

    /** Whether a renewal should be sent now, or may join one that is. */
    boolean isDue(long now) {
        return renewed && !renewing && now - dueAt + Timing.joinNanos(terms.lease()) >= 0;
    }

    /** The next moment at which something must be done for this hold. */
    long nextMoment() {
        long deadline = belief.deadline();
        return renewed && !renewing && deadline - dueAt > 0 ? dueAt : deadline;
    }

    void renewalSent() {
        renewing = true;
    }

    /** Deals with the answer to a renewal; null stands for a failure, which is not a loss. */
    void renewalAnswered(@Nullable GrantOutcome outcome, long sentAt) {
        if (outcome == GrantOutcome.DONE) {
            renewedAt(sentAt);
        } else if (outcome == GrantOutcome.NOT_MINE) {
            lose(LossReason.NOT_MINE);
        } else {
            dueAt = engine.ticker().nanos() + Timing.retryAfterNanos(terms.lease());
        }
        renewing = false;
    }
}
