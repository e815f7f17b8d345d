package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Requests that share a statement and a commit. Each gets its own answer.
 *
 * <ol>
 *   <li>The batch may take as long as the longest timeout of its requests; the others stop waiting at their own.
 *   <li>When the database rejects a batch, the error does not say which request caused it: each is retried alone, which is
 *       safe for requests that the batch has already served.
 *   <li>When nothing was sent, each is retried alone, and fails as not sent if that fails too.
 *   <li>When the outcome is in doubt, each request fails so, and its caller resolves the doubt.
 * </ol>
 */
final class BatchRoundTrip implements RoundTrip {
    private final Part<Claim, AcquireResult> claims = new Part<>();
    private final Part<Grant, GrantOutcome> releases = new Part<>();
    private final Part<Grant, GrantOutcome> renewals = new Part<>();
    private final Consumer<List<Request<?>>> retryAlone;
    private Duration timeout = Duration.ZERO;
    private long queuedAt;

    /**
     * An empty batch.
     *
     * @param retryAlone takes the requests of a failed batch that are to be sent one by one
     */
    BatchRoundTrip(Consumer<List<Request<?>>> retryAlone) {
        this.retryAlone = retryAlone;
    }

    Part<Claim, AcquireResult> claims() {
        return claims;
    }

    Part<Grant, GrantOutcome> releases() {
        return releases;
    }

    Part<Grant, GrantOutcome> renewals() {
        return renewals;
    }

    <T> void add(Request<T> request, Operation<T> operation) {
        operation.addTo(this, request);
        queuedAt += request.queuedAt();
        timeout = request.timeout().compareTo(timeout) > 0 ? request.timeout() : timeout;
    }

    @Override
    public String describe() {
        return "acquire " + claims.requests.size() + ", release " + releases.requests.size() + " and renew "
                + renewals.requests.size() + " locks";
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    @Override
    public int operations() {
        return claims.requests.size() + releases.requests.size() + renewals.requests.size();
    }

    @Override
    public boolean holds(Class<?> kind) {
        Part<?, ?> part =
                kind == Operation.Acquire.class ? claims : kind == Operation.Release.class ? releases : renewals;
        return !part.requests.isEmpty();
    }

    @Override
    public long queuedAt() {
        return queuedAt;
    }

    @Override
    public boolean run(LockStore store) {
        try {
            store.callTimeout(timeout);
            Batch.Outcome outcome = store.execute(new Batch(claims.subjects, releases.subjects, renewals.subjects));
            claims.answer(outcome.claims());
            releases.answer(outcome.releases());
            renewals.answer(outcome.renewals());
            return true;
        } catch (StoreException failure) {
            switch (failure.kind()) {
                case UNKNOWN -> fail(failure);
                case UNREACHABLE, EXHAUSTED, UNUSABLE ->
                    retryAlone.accept(requests().toList());
                case TRANSIENT, REJECTED -> {
                    requests().forEach(Request::batchFailed);
                    retryAlone.accept(requests().toList());
                }
            }
            return false;
        } catch (Throwable failure) {
            fail(failure);
            return false;
        }
    }

    @Override
    public void fail(Throwable failure) {
        requests().forEach(request -> request.fail(failure));
    }

    private Stream<Request<?>> requests() {
        return Stream.of(claims, releases, renewals).flatMap(part -> part.requests.stream());
    }

    /**
     * The claims or grants of one kind of operation, and their requests in the same order.
     *
     * @param <S> a claim or a grant
     * @param <T> the answer
     */
    static final class Part<S, T> {
        private final List<S> subjects = new ArrayList<>();
        private final List<Request<T>> requests = new ArrayList<>();

        void add(S subject, Request<T> request) {
            subjects.add(subject);
            requests.add(request);
        }

        private void answer(List<T> outcomes) {
            for (int i = 0; i < requests.size(); i++) {
                requests.get(i).answer(outcomes.get(i));
            }
        }
    }
}
