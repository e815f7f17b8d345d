package io.rowlock;

import org.jspecify.annotations.Nullable;

/** The root of what Rowlock throws, apart from {@link IllegalArgumentException} and {@link IllegalStateException}. */
public abstract class LockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LockException(String message) {
        super(message);
    }

    LockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
