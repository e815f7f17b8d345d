package io.rowlock.internal.engine;

import io.rowlock.spi.Batch;
import io.rowlock.spi.BatchOutcome;
import io.rowlock.spi.Claim;
import io.rowlock.spi.ClaimOutcome;
import io.rowlock.spi.Grant;
import io.rowlock.spi.GrantOutcome;
import io.rowlock.spi.LockStore;
import io.rowlock.spi.StoreException;
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
final class SharedTrip implements Trip {
    private final Part<Claim, ClaimOutcome> claims = new Part<>();
    private final Part<Grant, GrantOutcome> releases = new Part<>();
    private final Part<Grant, GrantOutcome> renewals = new Part<>();
    private final Consumer<List<Call<?>>> again;
    private Duration bound = Duration.ZERO;
    private long queuedAt;

    /**
     * A trip that nobody has boarded.
     *
     * @param again takes the calls that are to go by themselves
     */
    SharedTrip(Consumer<List<Call<?>>> again) {
        this.again = again;
    }

    Part<Claim, ClaimOutcome> claims() {
        return claims;
    }

    Part<Grant, GrantOutcome> releases() {
        return releases;
    }

    Part<Grant, GrantOutcome> renewals() {
        return renewals;
    }

    <T> void add(Call<T> call, Wish<T> wish) {
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
            BatchOutcome outcome = store.serve(new Batch(claims.wishes, releases.wishes, renewals.wishes));
            claims.answer(outcome.claims());
            releases.answer(outcome.releases());
            renewals.answer(outcome.renewals());
            return true;
        } catch (StoreException failure) {
            switch (failure.kind()) {
                case UNKNOWN -> fail(failure);
                case UNREACHABLE -> again.accept(calls().toList());
                case TRANSIENT, REJECTED -> {
                    calls().forEach(Call::refusedInABatch);
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

    private Stream<Call<?>> calls() {
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
        private final List<Call<T>> calls = new ArrayList<>();

        void add(W wish, Call<T> call) {
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
