package io.rowlock.internal.dispatch;

import io.rowlock.LockKey;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import java.util.List;
import java.util.function.Function;

/**
 * What can share a statement with others of its like. By itself it is the plain statement.
 *
 * @param <T> the answer
 */
public sealed interface Operation<T> extends Function<LockStore, T> {

    /** The lock that it is about. */
    LockKey key();

    /** What is wished, for people. */
    String what();

    /** Boards a trip on behalf of its call. */
    void board(BatchRoundTrip trip, Request<T> call);

    /** What an answer means if the same was sent before, and may have been done then. */
    default T sentBefore(T told) {
        return told;
    }

    /** To be granted a lock. */
    record Acquire(Claim claim) implements Operation<AcquireResult> {
        @Override
        public LockKey key() {
            return claim.key();
        }

        @Override
        public String what() {
            return "acquire lock '" + key() + "'";
        }

        @Override
        public AcquireResult apply(LockStore store) {
            return store.acquire(List.of(claim)).get(0);
        }

        @Override
        public void board(BatchRoundTrip trip, Request<AcquireResult> call) {
            trip.claims().add(claim, call);
        }
    }

    /** To give a grant back. */
    record Release(Grant grant) implements Operation<GrantOutcome> {
        @Override
        public LockKey key() {
            return grant.key();
        }

        @Override
        public String what() {
            return "release lock '" + key() + "'";
        }

        @Override
        public GrantOutcome apply(LockStore store) {
            return store.release(List.of(grant)).get(0);
        }

        @Override
        public void board(BatchRoundTrip trip, Request<GrantOutcome> call) {
            trip.releases().add(grant, call);
        }

        @Override
        public GrantOutcome sentBefore(GrantOutcome told) {
            return told.resent();
        }
    }

    /** To have a grant for longer. */
    record Renew(Grant grant) implements Operation<GrantOutcome> {
        @Override
        public LockKey key() {
            return grant.key();
        }

        @Override
        public String what() {
            return "renew lock '" + key() + "'";
        }

        @Override
        public GrantOutcome apply(LockStore store) {
            return store.renew(List.of(grant)).get(0);
        }

        @Override
        public void board(BatchRoundTrip trip, Request<GrantOutcome> call) {
            trip.renewals().add(grant, call);
        }
    }
}
