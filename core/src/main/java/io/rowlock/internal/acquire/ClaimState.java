package io.rowlock.internal.acquire;

import io.rowlock.internal.dispatch.RetryPolicy;
import io.rowlock.internal.release.LateClaim;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One claim for a lock, and what is known of the statements that carried it.
 *
 * <p>It ends in one of two ways, and never in both. Granted, its id belongs to the holder, who alone releases it. Given up, its
 * id is released in the background for as long as a statement that was not answered may still be granted. Only a claim that
 * was given up hands its id to the releaser, so no grant is released behind its holder's back.
 *
 * <p>Not thread-safe: an attempt uses it in the steps of its waiter.
 */
final class ClaimState {
    private enum State {
        OPEN,
        GRANTED,
        GIVEN_UP
    }

    private final Claim claim;
    private final long firstSentAt;
    private final @Nullable Grant replaced;
    private State state = State.OPEN;
    private boolean unanswered;
    private boolean partOfAFailedBatch;

    /** A claim that is about to be sent: for the lock, or to replace a grant that its holder hands off. */
    ClaimState(Claim claim, long firstSentAt, @Nullable Grant replaced) {
        this.claim = claim;
        this.firstSentAt = firstSentAt;
        this.replaced = replaced;
    }

    Claim claim() {
        return claim;
    }

    long firstSentAt() {
        return firstSentAt;
    }

    /** Whether a statement was sent that got no answer: the database may have carried it out, or may still do so. */
    boolean isUnanswered() {
        return unanswered;
    }

    /** A statement got no answer, or none that counts: it may have been granted, and may still be. */
    void unanswered() {
        unanswered = true;
    }

    /** The database has rejected a batch that contained this claim, and may have carried out a part of it. */
    void partOfAFailedBatch() {
        partOfAFailedBatch = true;
    }

    /** A statement failed. */
    void failed(Kind kind) {
        unanswered |= kind == Kind.UNKNOWN;
    }

    /** Whether it may have been granted although no answer said so. */
    boolean isInDoubt() {
        return unanswered || partOfAFailedBatch;
    }

    /** Whether a busy lock proves that no earlier statement of this claim was granted, or ever will be. */
    boolean isSettledBy(Busy busy) {
        return replaced == null ? isHeldByAnother(busy) : !isStanding(replaced, busy);
    }

    /** Whether another's grant stands in the way. Anything else may be the effect of an earlier statement of this claim. */
    private boolean isHeldByAnother(Busy busy) {
        return busy.row()
                .filter(row -> row.freeAt() > busy.now() && !claim.requestId().equals(row.requestId()))
                .isPresent();
    }

    private static boolean isStanding(Grant grant, Busy busy) {
        return busy.row()
                .filter(row -> row.token() == grant.token() && grant.requestId().equals(row.requestId()))
                .isPresent();
    }

    boolean isWorthRetrying(Kind kind, boolean closing) {
        return (unanswered && !closing) ? RetryPolicy.isWorthRetryingInDoubt(kind) : RetryPolicy.isWorthRetrying(kind);
    }

    /** The failure to report. */
    StoreException describe(StoreException failure) {
        return unanswered ? RetryPolicy.describeInDoubt(failure) : failure;
    }

    /** Whether it was neither granted nor given up. */
    boolean isOpen() {
        return state == State.OPEN;
    }

    /** The holder has it from now on. */
    Grant granted(long token) {
        end(State.GRANTED);
        return new Grant(claim.key(), token, claim.requestId());
    }

    /** Nobody will hold it. */
    void giveUp() {
        end(State.GIVEN_UP);
    }

    private void end(State next) {
        if (!isOpen()) {
            throw new IllegalStateException("a request for lock '" + claim.key() + "' that was " + state
                    + " cannot become " + next + "; this is a bug in Rowlock");
        }
        state = next;
    }

    /** The claim as one that may be granted late. */
    LateClaim late(Duration callTimeout) {
        return LateClaim.of(claim, firstSentAt, callTimeout);
    }
}
