package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;

/** Which failures of a request are worth another request, and the failure to report when there is none. */
public final class RetryPolicy {
    private RetryPolicy() {}

    /**
     * Whether another request may succeed. Once the outcome is in doubt only an answer settles it, so even an unreachable
     * database is asked again.
     *
     * @param inDoubt whether a request of the same call got no answer
     * @param closing whether the client is being closed
     */
    public static boolean isWorthRetrying(Kind kind, boolean inDoubt, boolean closing) {
        return switch (kind) {
            case TRANSIENT, UNKNOWN -> true;
            case UNREACHABLE, EXHAUSTED -> inDoubt && !closing;
            case REJECTED, UNUSABLE -> false;
        };
    }

    /** The failure to report: after a request without an answer, no later failure says what became of that. */
    public static StoreException lastFailure(StoreException failure, boolean inDoubt) {
        return inDoubt && failure.kind() != Kind.UNKNOWN
                ? new StoreException(
                        Kind.UNKNOWN, "a statement for it got no answer, and at last: " + failure.getMessage(), failure)
                : failure;
    }
}
