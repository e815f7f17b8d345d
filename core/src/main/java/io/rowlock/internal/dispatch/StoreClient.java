package io.rowlock.internal.dispatch;

import io.rowlock.LockInterruptedException;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStoreException;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Calls the store on behalf of a caller, who waits for the answer no longer than the call timeout. A call that is safe to
 * repeat is retried after a transient failure or an outcome in doubt; any other fails at once. Once the outcome of a
 * request is in doubt, only an answer resolves it: however later requests fail, it stays in doubt.
 */
public final class StoreClient {
    private final StoreExecutor executor;
    private final Ticker ticker;
    private final Duration timeout;
    private final ShutdownGate gate;
    private final boolean uninterruptible;

    public StoreClient(StoreExecutor executor, Ticker ticker, Duration timeout, ShutdownGate gate) {
        this(executor, ticker, timeout, gate, false);
    }

    private StoreClient(
            StoreExecutor executor, Ticker ticker, Duration timeout, ShutdownGate gate, boolean uninterruptible) {
        this.executor = executor;
        this.ticker = ticker;
        this.timeout = timeout;
        this.gate = gate;
        this.uninterruptible = uninterruptible;
    }

    /** A client that finishes its calls although the caller is interrupted. */
    public StoreClient uninterruptibly() {
        return new StoreClient(executor, ticker, timeout, gate, true);
    }

    /** Makes a call that can be repeated without harm. */
    public <T> T call(String operation, Function<LockStore, T> action) {
        return call(operation, action, UnaryOperator.identity());
    }

    /** The same; {@code whenResent} interprets an answer after an earlier request that may have been done. */
    public <T> T call(String operation, Function<LockStore, T> action, UnaryOperator<T> whenResent) {
        return new RetryingCall<>(this, operation, left -> executor.submit(operation, left, action), whenResent)
                .untilAnswered();
    }

    /** Makes a call that must not be repeated, because the second answer would be different. */
    public <T> T callOnce(String operation, Function<LockStore, T> action) {
        try {
            return send(operation, left -> executor.submit(operation, left, action), end());
        } catch (StoreException failure) {
            throw describe(operation, failure);
        }
    }

    /** Makes a call about a grant, again while its row is locked by another transaction. */
    public GrantOutcome callForGrant(String operation, Function<LockStore, GrantOutcome> action) {
        return callForGrant(operation, action, UnaryOperator.identity());
    }

    /** The same; {@code whenResent} interprets an answer after an earlier request that may have been done. */
    public GrantOutcome callForGrant(
            String operation, Function<LockStore, GrantOutcome> action, UnaryOperator<GrantOutcome> whenResent) {
        return untilUnlocked(
                new RetryingCall<>(this, operation, left -> executor.submit(operation, left, action), whenResent));
    }

    /** The same for an operation that can share a statement with others. */
    public GrantOutcome callForGrant(Operation<GrantOutcome> operation) {
        return untilUnlocked(new RetryingCall<>(
                this, operation.describe(), left -> executor.execute(left, operation), operation::whenResent));
    }

    private GrantOutcome untilUnlocked(RetryingCall<GrantOutcome> call) {
        long end = end();
        Backoff backoff = Backoff.ofRequests();
        GrantOutcome outcome = call.untilAnswered();
        while (outcome == GrantOutcome.ROW_LOCKED && left(end) > 0) {
            pause(call.operation(), backoff.nanos());
            outcome = call.untilAnswered();
        }
        if (outcome == GrantOutcome.ROW_LOCKED) {
            throw call.failed(new StoreException(
                    Kind.TRANSIENT,
                    "its row was locked by an open transaction for " + timeout.toMillis()
                            + " ms; end that transaction, or try again after it",
                    null));
        }
        return outcome;
    }

    /** Waits for a condition that must become true within the call timeout. */
    public void awaitUntil(String operation, BooleanSupplier condition) {
        long end = end();
        Backoff backoff = Backoff.ofRequests();
        while (!condition.getAsBoolean()) {
            if (left(end) <= 0) {
                throw new LockStoreException(
                        "could not " + operation + ": a renewal was not answered within " + timeout.toMillis()
                                + " ms; nothing was changed",
                        null);
            }
            sleep(ticker, operation, backoff.nanos());
        }
    }

    /** The moment at which a call that begins now has to be answered. */
    long end() {
        return ticker.nanos() + timeout.toNanos();
    }

    /** How long it is until a moment, in nanoseconds. */
    long left(long end) {
        return end - ticker.nanos();
    }

    boolean isClosing() {
        return gate.isShut();
    }

    /** Sends one request, and waits for its answer until a moment. */
    <T> T send(String operation, Function<Duration, Request<T>> sender, long end) {
        Duration left = Duration.ofNanos(Math.max(1, left(end)));
        gate.enter(operation);
        Request<T> request = sender.apply(left);
        try {
            return uninterruptible
                    ? Uninterruptibly.await(() -> request.await(Math.max(1, left(end))))
                    : request.await();
        } catch (InterruptedException interrupted) {
            request.withdraw();
            throw interrupted(operation);
        } finally {
            gate.leave();
        }
    }

    void pause(String operation, long nanos) {
        if (uninterruptible) {
            Uninterruptibly.run(() -> ticker.parkCallerUntil(this, ticker.nanos() + nanos, () -> false));
        } else {
            sleep(ticker, operation, nanos);
        }
    }

    public static LockInterruptedException interrupted(String operation) {
        Thread.currentThread().interrupt();
        return new LockInterruptedException("trying to " + operation);
    }

    public static void sleep(Ticker ticker, String operation, long nanos) {
        try {
            ticker.sleepCaller(nanos);
        } catch (InterruptedException interrupted) {
            throw interrupted(operation);
        }
    }

    /** The exception by which a caller learns of a failure. */
    public static LockStoreException describe(String operation, StoreException failure) {
        return switch (failure.kind()) {
            case UNKNOWN -> unknown(operation, failure);
            case UNREACHABLE, EXHAUSTED, UNUSABLE, TRANSIENT, REJECTED ->
                new LockStoreException(couldNot(operation, failure) + "; nothing was changed", failure);
        };
    }

    private static LockOutcomeUnknownException unknown(String operation, StoreException failure) {
        return new LockOutcomeUnknownException(
                couldNot(operation, failure) + "; it may or may not have been done", failure);
    }

    private static String couldNot(String operation, StoreException failure) {
        return "could not " + operation + ": " + failure.getMessage();
    }
}
