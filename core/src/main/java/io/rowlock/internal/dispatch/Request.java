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
 * Work on its way to the database. Until a worker has taken it, it can be withdrawn, and then was never sent.
 *
 * @param <T> the answer
 */
public final class Request<T> implements RoundTrip {
    private enum Stage {
        QUEUED,
        TAKEN,
        WITHDRAWN
    }

    private final Supplier<String> description;
    private final Duration timeout;
    private final long queuedAt;
    private final Function<LockStore, T> action;
    private final @Nullable Operation<T> operation;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private volatile boolean inFailedBatch;
    private boolean urgent;

    /** A request that is always sent alone. */
    Request(String description, Duration timeout, Function<LockStore, T> action, long queuedAt) {
        this.description = () -> description;
        this.timeout = timeout;
        this.queuedAt = queuedAt;
        this.action = action;
        operation = null;
    }

    /** A request that can share a statement with others. */
    Request(Duration timeout, Operation<T> operation, long queuedAt) {
        description = operation::describe;
        this.timeout = timeout;
        this.queuedAt = queuedAt;
        action = operation;
        this.operation = operation;
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    @Override
    public int operations() {
        return operation == null ? 0 : 1;
    }

    @Override
    public long queuedAt() {
        return queuedAt;
    }

    /** The operation that can share a statement with others; null if the request is always sent alone. */
    @Nullable
    Operation<T> operation() {
        return operation;
    }

    @Override
    public boolean holds(Class<?> kind) {
        return kind.isInstance(operation);
    }

    /** Whether another request holds an operation of the same kind. */
    boolean isLike(Request<?> other) {
        return operation != null && other.operation != null && operation.getClass() == other.operation.getClass();
    }

    /** Marks the request, before it is queued, as one for which a hanging request may be cut. */
    Request<T> urgent() {
        urgent = true;
        return this;
    }

    boolean isUrgent() {
        return urgent;
    }

    /** Takes the request for a worker; false if it was withdrawn. */
    boolean take() {
        return stage.compareAndSet(Stage.QUEUED, Stage.TAKEN);
    }

    /** Withdraws the request before it is sent; false if it is too late for that. */
    public boolean withdraw() {
        return stage.compareAndSet(Stage.QUEUED, Stage.WITHDRAWN);
    }

    /** The same request, to be sent alone. Its answer is the answer of this one. */
    Request<T> retryAlone() {
        Request<T> alone = new Request<>(describe(), timeout, action, queuedAt);
        alone.whenAnswered((result, failure) -> {
            if (failure != null) {
                answer.completeExceptionally(inFailedBatch ? afterFailedBatch(failure) : failure);
            } else {
                answer.complete(
                        !inFailedBatch || operation == null || result == null ? result : operation.whenResent(result));
            }
        });
        return alone;
    }

    /** The database has rejected the request's batch, and may have served a part of it. */
    void batchFailed() {
        inFailedBatch = true;
    }

    /** Whether the request was part of a failed batch and was sent again alone: the batch may have served it. */
    public boolean wasInFailedBatch() {
        return inFailedBatch;
    }

    /** A request that is rejected alone was not served in a batch either; after any other failure it is in doubt. */
    private static Throwable afterFailedBatch(Throwable failure) {
        return failure instanceof StoreException known && known.kind() != StoreException.Kind.REJECTED
                ? new StoreException(
                        StoreException.Kind.UNKNOWN,
                        known.getMessage() + "; a batch with the same request had failed before",
                        known)
                : failure;
    }

    @Override
    public boolean run(LockStore store) {
        try {
            store.callTimeout(timeout);
            T result = action.apply(store);
            answer.complete(result);
            return true;
        } catch (Throwable failure) {
            answer.completeExceptionally(failure);
            return false;
        }
    }

    void answer(T result) {
        answer.complete(result);
    }

    @Override
    public void fail(Throwable failure) {
        answer.completeExceptionally(failure);
    }

    @Override
    public String describe() {
        return description.get();
    }

    /** Registers a callback for the answer or the failure; it runs on the worker's thread. */
    public void whenAnswered(BiConsumer<@Nullable T, @Nullable Throwable> callback) {
        var unused = answer.whenComplete(callback);
    }

    /**
     * Waits for the answer.
     *
     * @throws StoreException if the request fails, or is not answered within its timeout: withdrawn then if nothing was
     *     sent, in doubt if it was
     */
    public T await() throws InterruptedException {
        return await(timeout.toNanos());
    }

    /** The same, for the rest of the timeout. */
    T await(long nanos) throws InterruptedException {
        try {
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw overdue();
        } catch (ExecutionException failure) {
            throw asStoreException(failure.getCause());
        }
    }

    /** Waits until the request has succeeded or failed, its timeout has passed, or the caller is interrupted. */
    public void awaitQuietly() {
        try {
            answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException failure) {
            // The callbacks deal with the failure.
            return;
        }
    }

    /** The failure of a request that is not answered within its timeout: withdrawn if nothing was sent, else in doubt. */
    public StoreException overdue() {
        return withdraw()
                ? new StoreException(
                        StoreException.Kind.UNREACHABLE,
                        "no connection within " + timeout.toMillis()
                                + " ms, so nothing was sent; make sure that the pool has one to spare, and that the database"
                                + " can be reached",
                        null)
                : new StoreException(
                        StoreException.Kind.UNKNOWN, "no answer within " + timeout.toMillis() + " ms", null);
    }

    public StoreException asStoreException(@Nullable Throwable cause) {
        return cause instanceof StoreException known
                ? known
                : new StoreException(StoreException.Kind.UNKNOWN, describe() + ": " + cause, cause);
    }
}
