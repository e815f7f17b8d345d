package io.rowlock.internal.dispatch;

import io.rowlock.LockStoreException;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.time.Backoff;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A call that is safe to repeat: requests are sent until one is answered, the call timeout is over, or a failure is not worth
 * {@linkplain RetryPolicy retrying}. Used by the thread of its caller.
 *
 * @param <T> the answer
 */
final class RetryingCall<T> {
    private final StoreClient client;
    private final String operation;
    private final Function<Duration, Request<T>> sender;
    private final UnaryOperator<T> whenResent;

    /** Whether a failed request may have been done. */
    private boolean inDoubt;

    /**
     * A call.
     *
     * @param sender sends a request that must be answered within a time
     * @param whenResent interprets an answer after an earlier request that may have been done
     */
    RetryingCall(
            StoreClient client, String operation, Function<Duration, Request<T>> sender, UnaryOperator<T> whenResent) {
        this.client = client;
        this.operation = operation;
        this.sender = sender;
        this.whenResent = whenResent;
    }

    String operation() {
        return operation;
    }

    T untilAnswered() {
        long end = client.end();
        Backoff backoff = Backoff.ofRequests();
        while (true) {
            try {
                T answer = client.send(operation, sender, end);
                return inDoubt ? whenResent.apply(answer) : answer;
            } catch (StoreException failure) {
                inDoubt |= failure.kind() == Kind.UNKNOWN;
                long pause = backoff.nanos();
                if (!isWorthRetrying(failure.kind()) || client.left(end) <= pause) {
                    throw failed(failure);
                }
                client.pause(operation, pause);
            }
        }
    }

    private boolean isWorthRetrying(Kind kind) {
        return (inDoubt && !client.isClosing())
                ? RetryPolicy.isWorthRetryingInDoubt(kind)
                : RetryPolicy.isWorthRetrying(kind);
    }

    /** The exception of a call that has failed permanently. */
    LockStoreException failed(StoreException failure) {
        return StoreClient.describe(operation, inDoubt ? RetryPolicy.describeInDoubt(failure) : failure);
    }
}
