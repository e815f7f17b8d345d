package io.rowlock.internal.acquire;

import io.rowlock.internal.hold.LateClaim;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.StoreException.Kind;
import java.time.Duration;

/**
 * One request for a lock: its claim, and what is known of the statements that carried it.
 *
 * <p>It ends in one of two ways, and never in both. Granted, its id is the holder's alone to give back. Given up, its id is
 * released in the background for as long as a statement that was not answered may still be granted. Only a request that was
 * given up hands its id to the releaser, so no grant is released behind its holder's back.
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
    private State state = State.OPEN;
    private boolean unanswered;
    private boolean partOfAFailedBatch;

    ClaimState(Claim claim, long firstSentAt) {
        this.claim = claim;
        this.firstSentAt = firstSentAt;
    }

    Claim claim() {
        return claim;
    }

    long firstSentAt() {
        return firstSentAt;
    }

    /** Whether a statement was sent of which nobody knows what the database did with it, or may yet do. */
    boolean isUnanswered() {
        return unanswered;
    }

    /** A statement got no answer, or none that counts: it may have been granted, and may yet be. */
    void unanswered() {
        unanswered = true;
    }

    /** The database has refused a batch with this claim in it, of which a part may have been done. */
    void partOfAFailedBatch() {
        partOfAFailedBatch = true;
    }

    /** A statement failed. */
    void failed(Kind kind) {
        unanswered |= kind == Kind.UNKNOWN;
    }

    /** Whether it may have been granted though nobody was told. */
    boolean isInDoubt() {
        return unanswered || partOfAFailedBatch;
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

    private void end(State how) {
        if (!isOpen()) {
            throw new IllegalStateException("a request for lock '" + claim.key() + "' that was " + state
                    + " cannot become " + how + "; this is a bug in Rowlock");
        }
        state = how;
    }

    /** What may arrive late. */
    LateClaim late(Duration callTimeout) {
        return LateClaim.of(claim, firstSentAt, callTimeout);
    }
}
