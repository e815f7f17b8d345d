package io.rowlock.internal.hold;

import io.rowlock.LockEvent;
import io.rowlock.LockEvent.LossReason;
import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.Operation;
import io.rowlock.internal.dispatch.Request;
import io.rowlock.internal.queue.HandOff;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the row of one hold is given back once its belief has ended. What comes of it is settled, and told, on the lane's
 * thread, whether or not the caller still waits for it; what cannot be done at once is left to the releaser.
 */
public final class Release implements HandOff.Holder {
    private static final Logger LOG = LoggerFactory.getLogger(Release.class);

    private final HoldContext context;
    private final Grant grant;
    private final Terms terms;
    private final SessionMembership membership;
    private final long acquiredAt;
    private final AtomicBoolean givenBack = new AtomicBoolean();

    Release(HoldContext context, Grant grant, Terms terms, SessionMembership membership, long acquiredAt) {
        this.context = context;
        this.grant = grant;
        this.terms = terms;
        this.membership = membership;
        this.acquiredAt = acquiredAt;
    }

    /** Releases it, and waits for that as long as a call may take. */
    void now() {
        releaseHere().awaitQuietly();
    }

    /** Releases it on behalf of a caller who waits for that. */
    @Override
    public Request<GrantOutcome> releaseHere() {
        return settled(context.executor().execute(context.callTimeout(), wish()));
    }

    /** Releases it without waiting for that. */
    @Override
    public Request<GrantOutcome> releaseAsync() {
        return settled(context.executor().submit(context.callTimeout(), wish()));
    }

    /** The belief has ended before: this is looked at once more, because a release that comes too early lets a second holder in. */
    private Operation.Release wish() {
        if (context.holds().isOpen(grant)) {
            throw new IllegalStateException("lock '" + key() + "' is still held; this is a bug in Rowlock");
        }
        return new Operation.Release(grant);
    }

    private Request<GrantOutcome> settled(Request<GrantOutcome> release) {
        release.whenAnswered((outcome, failure) -> settle(outcome == null ? GrantOutcome.ROW_LOCKED : outcome));
        return release;
    }

    /** Deals with what came of a release. A failure is like a locked row: to be tried again. */
    void settle(GrantOutcome outcome) {
        switch (outcome) {
            case DONE -> tell();
            case NOT_OWNER -> {
                context.releaser().ended(grant);
                context.log()
                        .write(() -> LOG.warn(
                                "lock '{}' (token {}) was no longer held when it was released", key(), grant.token()));
                context.events().publish(LockEvent.lost(key(), grant.token(), LossReason.REVOKED_OR_TAKEN));
            }
            case ROW_LOCKED -> releaseInBackground();
        }
    }

    /** Releases it in the background. */
    @Override
    public void releaseInBackground() {
        context.releaser().release(grant, leaseAndGrace(), this::settleLater, membership::abandon);
    }

    /** After an earlier sending, "not owner" proves nothing: it may have been done, and others have come and gone since. */
    private void settleLater(GrantOutcome outcome) {
        if (outcome == GrantOutcome.NOT_OWNER) {
            context.log()
                    .write(() -> LOG.debug(
                            "lock '{}' (token {}) had been released or lost when its release was repeated",
                            key(),
                            grant.token()));
        }
        tell();
    }

    /** Frees a lost lock ahead of its expiry, once, now that its holder says that it has stopped. */
    void releaseLost() {
        if (givenBack.compareAndSet(false, true)) {
            context.releaser()
                    .release(grant, leaseAndGrace(), outcome -> context.queue().wakeFirst(key()), membership::abandon);
        }
    }

    /** Tells that the lock is free. */
    void tell() {
        handedOff();
        context.queue().wakeFirst(key());
    }

    /** Tells that the hold is over, though the lock is another's already. */
    @Override
    public void handedOff() {
        context.releaser().ended(grant);
        context.events().publish(LockEvent.released(key(), grant.token(), heldFor()));
    }

    Duration heldFor() {
        return Duration.ofNanos(context.ticker().nanos() - acquiredAt);
    }

    Duration leaseAndGrace() {
        return terms.lease().plus(terms.grace());
    }

    private LockKey key() {
        return grant.key();
    }
}
