package io.rowlock;

import org.jspecify.annotations.Nullable;

/**
 * The connection died while the database may have been executing the call, or a failover may forget what it did, and no
 * repeat could settle what became of it in time. After an acquire the caller holds nothing; if a grant was made after all, it
 * is released in the background, at the latest by its expiry. After any other call a hold is as it was.
 */
public final class LockOutcomeUnknownException extends LockStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * An outcome that could not be learnt.
     *
     * @param message what was tried, and what is known
     * @param cause what went wrong last
     */
    public LockOutcomeUnknownException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
