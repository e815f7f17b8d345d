package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;

/** Which failures of a request are worth another request, and the failure to report when there is none. */
public final class RetryPolicy {
    private RetryPolicy() {}

    /** Whether another request may succeed, if no request of the same call is in doubt. */
    public static boolean isWorthRetrying(Kind kind) {
        return switch (kind) {
            case TRANSIENT, UNKNOWN -> true;
            case UNREACHABLE, EXHAUSTED, REJECTED, UNUSABLE -> false;
        };
    }

    /** The same if one is in doubt. Only an answer settles that, so a request is worth sending even if the database is away. */
    public static boolean isWorthRetryingInDoubt(Kind kind) {
        return isWorthRetrying(kind) || kind == Kind.UNREACHABLE || kind == Kind.EXHAUSTED;
    }

    /** The failure to report if a request is in doubt: no later failure says what became of it. */
    public static StoreException describeInDoubt(StoreException failure) {
        return failure.kind() != Kind.UNKNOWN
                ? new StoreException(
                        Kind.UNKNOWN, "a statement for it got no answer, and at last: " + failure.getMessage(), failure)
                : failure;
    }
}
