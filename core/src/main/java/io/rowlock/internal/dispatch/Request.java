package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something to ask of a store, on a lane's thread. Until a lane has taken it, it can be withdrawn, and then was never
 * sent.
 *
 * @param <T> the answer
 */
public final class Request<T> implements RoundTrip {
    private enum Stage {
        QUEUED,
        TAKEN,
        WITHDRAWN
    }

    private final Supplier<String> what;
    private final Duration bound;
    private final long queuedAt;
    private final Function<LockStore, T> act;
    private final @Nullable Operation<T> wish;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private volatile boolean resent;
    private boolean urgent;

    /** A call that goes by itself. */
    Request(String what, Duration bound, Function<LockStore, T> act, long queuedAt) {
        this.what = () -> what;
        this.bound = bound;
        this.queuedAt = queuedAt;
        this.act = act;
        wish = null;
    }

    /** A call that can share a statement with others. */
    Request(Duration bound, Operation<T> wish, long queuedAt) {
        what = wish::what;
        this.bound = bound;
        this.queuedAt = queuedAt;
        act = wish;
        this.wish = wish;
    }

    @Override
    public Duration bound() {
        return bound;
    }

    @Override
    public int wishes() {
        return wish == null ? 0 : 1;
    }

    @Override
    public long queuedAt() {
        return queuedAt;
    }

    /** What can be wished together with others; null if the call goes by itself. */
    @Nullable
    Operation<T> wish() {
        return wish;
    }

    /** Marks it as one for which a call that hangs may be cut; before it is queued. */
    Request<T> urgent() {
        urgent = true;
        return this;
    }

    boolean isUrgent() {
        return urgent;
    }

    /** Claims the call for a lane; false if it was withdrawn. */
    boolean take() {
        return stage.compareAndSet(Stage.QUEUED, Stage.TAKEN);
    }

    /** Takes the call back before it was sent; false if it is too late for that. */
    public boolean withdraw() {
        return stage.compareAndSet(Stage.QUEUED, Stage.WITHDRAWN);
    }

    /** The same call, to go by itself: whoever waits for this one is told what comes of it. */
    Request<T> byItself() {
        Request<T> solo = new Request<>(what(), bound, act, queuedAt);
        solo.whenAnswered((told, failure) -> {
            if (failure != null) {
                answer.completeExceptionally(resent ? afterABatch(failure) : failure);
            } else {
                answer.complete(!resent || wish == null || told == null ? told : wish.sentBefore(told));
            }
        });
        return solo;
    }

    /** The database has refused a batch that it was part of, and may have served a part of that. */
    void refusedInABatch() {
        resent = true;
    }

    /** Whether it was part of a batch that failed, and went again by itself: the batch may have served it before. */
    public boolean wasResent() {
        return resent;
    }

    /** What is refused by itself, for what it says, was not served in a batch either; of all else nobody knows. */
    private static Throwable afterABatch(Throwable failure) {
        return failure instanceof StoreException known && known.kind() != StoreException.Kind.REJECTED
                ? new StoreException(
                        StoreException.Kind.UNKNOWN,
                        known.getMessage() + "; a batch with the same wish had failed before",
                        known)
                : failure;
    }

    @Override
    public boolean run(LockStore store) {
        try {
            store.bound(bound);
            T told = act.apply(store);
            answer.complete(told);
            return true;
        } catch (Throwable failure) {
            answer.completeExceptionally(failure);
            return false;
        }
    }

    void answer(T told) {
        answer.complete(told);
    }

    /** Fails for a reason that no store should have. */
    void broke(Throwable failure) {
        answer.completeExceptionally(failure);
    }

    @Override
    public void fail(StoreException failure) {
        answer.completeExceptionally(failure);
    }

    @Override
    public String what() {
        return what.get();
    }

    /** Tells of the answer, or the failure, when it comes; on the lane's thread. */
    public void whenAnswered(BiConsumer<@Nullable T, @Nullable Throwable> told) {
        var unused = answer.whenComplete(told);
    }

    /**
     * Waits for the answer.
     *
     * @throws StoreException if it fails, or does not come within the bound: withdrawn then if nothing was sent, of
     *     unknown outcome if it was
     */
    public T await() throws InterruptedException {
        return await(bound.toNanos());
    }

    /** The same, for the rest of the bound. */
    T await(long nanos) throws InterruptedException {
        try {
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw overdue();
        } catch (ExecutionException failure) {
            throw asStoreException(failure.getCause());
        }
    }

    /** Waits until the call has ended, in whatever way, or its time is over, or the caller is interrupted. */
    public void awaitQuietly() {
        try {
            answer.get(bound.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException told) {
            // Whoever asked to be told when it is answered deals with it.
            return;
        }
    }

    /** What is known once the bound has passed without an answer: withdrawn if nothing was sent, else unknown. */
    public StoreException overdue() {
        return withdraw()
                ? new StoreException(
                        StoreException.Kind.UNREACHABLE,
                        what() + ": no connection within " + bound.toMillis()
                                + " ms, so nothing was sent: the database is" + " unreachable or the pool is exhausted",
                        null)
                : new StoreException(
                        StoreException.Kind.UNKNOWN, what() + ": no answer within " + bound.toMillis() + " ms", null);
    }

    public StoreException asStoreException(@Nullable Throwable cause) {
        return cause instanceof StoreException known
                ? known
                : new StoreException(StoreException.Kind.UNKNOWN, what() + ": " + cause, cause);
    }
}
