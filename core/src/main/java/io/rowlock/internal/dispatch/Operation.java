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
 * An operation on one lock that can share a statement with others of its kind. Sent alone, it is the plain statement.
 *
 * @param <T> the answer
 */
public sealed interface Operation<T> extends Function<LockStore, T> {

    /** The lock. */
    LockKey key();

    /** A description for messages. */
    String describe();

    /** Adds the operation to a batch on behalf of its request. */
    void addTo(BatchRoundTrip batch, Request<T> request);

    /** Interprets an answer if the same operation was sent before, and may have been done then. */
    default T whenResent(T answer) {
        return answer;
    }

    /** Claims a lock. */
    record Acquire(Claim claim) implements Operation<AcquireResult> {
        @Override
        public LockKey key() {
            return claim.key();
        }

        @Override
        public String describe() {
            return "acquire lock '" + key() + "'";
        }

        @Override
        public AcquireResult apply(LockStore store) {
            return store.acquire(List.of(claim)).get(0);
        }

        @Override
        public void addTo(BatchRoundTrip batch, Request<AcquireResult> request) {
            batch.claims().add(claim, request);
        }
    }

    /** Releases a grant. */
    record Release(Grant grant) implements Operation<GrantOutcome> {
        @Override
        public LockKey key() {
            return grant.key();
        }

        @Override
        public String describe() {
            return "release lock '" + key() + "'";
        }

        @Override
        public GrantOutcome apply(LockStore store) {
            return store.release(List.of(grant)).get(0);
        }

        @Override
        public void addTo(BatchRoundTrip batch, Request<GrantOutcome> request) {
            batch.releases().add(grant, request);
        }

        @Override
        public GrantOutcome whenResent(GrantOutcome answer) {
            return answer.resent();
        }
    }

    /** Renews a grant. */
    record Renew(Grant grant) implements Operation<GrantOutcome> {
        @Override
        public LockKey key() {
            return grant.key();
        }

        @Override
        public String describe() {
            return "renew lock '" + key() + "'";
        }

        @Override
        public GrantOutcome apply(LockStore store) {
            return store.renew(List.of(grant)).get(0);
        }

        @Override
        public void addTo(BatchRoundTrip batch, Request<GrantOutcome> request) {
            batch.renewals().add(grant, request);
        }
    }
}
