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
 * Calls that share a statement and a commit. Each gets its own answer.
 *
 * <ol>
 *   <li>It may take as long as the most patient of its calls allows; the others stop waiting when their own time is over.
 *   <li>When the database said no, nobody knows whose fault it was: each goes again by itself, which does no harm to what
 *       may have been served.
 *   <li>When nothing was sent, each goes again by itself, and is told so if that fails too.
 *   <li>When the outcome is unknown, each is told so, and settles it by itself.
 * </ol>
 */
final class BatchRoundTrip implements RoundTrip {
    private final Part<Claim, AcquireResult> claims = new Part<>();
    private final Part<Grant, GrantOutcome> releases = new Part<>();
    private final Part<Grant, GrantOutcome> renewals = new Part<>();
    private final Consumer<List<Request<?>>> again;
    private Duration bound = Duration.ZERO;
    private long queuedAt;

    /**
     * A trip that nobody has boarded.
     *
     * @param again takes the calls that are to go by themselves
     */
    BatchRoundTrip(Consumer<List<Request<?>>> again) {
        this.again = again;
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

    <T> void add(Request<T> call, Operation<T> wish) {
        wish.board(this, call);
        queuedAt += call.queuedAt();
        bound = call.bound().compareTo(bound) > 0 ? call.bound() : bound;
    }

    @Override
    public String what() {
        return "acquire " + claims.calls.size() + ", release " + releases.calls.size() + " and renew "
                + renewals.calls.size() + " locks";
    }

    @Override
    public Duration bound() {
        return bound;
    }

    @Override
    public int wishes() {
        return claims.calls.size() + releases.calls.size() + renewals.calls.size();
    }

    @Override
    public long queuedAt() {
        return queuedAt;
    }

    @Override
    public boolean run(LockStore store) {
        try {
            store.bound(bound);
            Batch.Outcome outcome = store.serve(new Batch(claims.wishes, releases.wishes, renewals.wishes));
            claims.answer(outcome.claims());
            releases.answer(outcome.releases());
            renewals.answer(outcome.renewals());
            return true;
        } catch (StoreException failure) {
            switch (failure.kind()) {
                case UNKNOWN -> fail(failure);
                case UNREACHABLE -> again.accept(calls().toList());
                case TRANSIENT, REJECTED -> {
                    calls().forEach(Request::refusedInABatch);
                    again.accept(calls().toList());
                }
            }
            return false;
        } catch (Throwable failure) {
            calls().forEach(call -> call.broke(failure));
            return false;
        }
    }

    @Override
    public void fail(StoreException failure) {
        calls().forEach(call -> call.fail(failure));
    }

    private Stream<Request<?>> calls() {
        return Stream.of(claims, releases, renewals).flatMap(part -> part.calls.stream());
    }

    /**
     * The wishes of one kind, and the calls that they belong to, in the same order.
     *
     * @param <W> what is wished
     * @param <T> what is answered
     */
    static final class Part<W, T> {
        private final List<W> wishes = new ArrayList<>();
        private final List<Request<T>> calls = new ArrayList<>();

        void add(W wish, Request<T> call) {
            wishes.add(wish);
            calls.add(call);
        }

        private void answer(List<T> outcomes) {
            for (int i = 0; i < calls.size(); i++) {
                calls.get(i).answer(outcomes.get(i));
            }
        }
    }
}
