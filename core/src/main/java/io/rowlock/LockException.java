package io.rowlock;

import org.jspecify.annotations.Nullable;

/** The root of what Rowlock throws, apart from {@link IllegalArgumentException} and {@link IllegalStateException}. */
public abstract class LockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param message what was tried, and what is known
     */
    protected LockException(String message) {
        super(message);
    }

    /**
     * A failure with a cause.
     *
     * @param message what was tried, and what is known
     * @param cause what went wrong
     */
    protected LockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
