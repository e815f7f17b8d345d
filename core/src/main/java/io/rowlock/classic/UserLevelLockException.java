package io.rowlock.classic;

import java.util.OptionalInt;

/** A call about a user-level lock was answered otherwise than with success; the cause says why. */
public final class UserLevelLockException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int NO_ANSWER = -1;

    /** Which lock. */
    private final String lockName;

    /** The operation. */
    private final String call;

    /** The server's answer; −1 for none. */
    private final int result;

    private UserLevelLockException(String lockName, String call, int result, RuntimeException cause) {
        super(
                "user-level lock '" + lockName + "': " + call + " was answered with "
                        + (result == NO_ANSWER ? "an error" : String.valueOf(result)) + ": " + cause.getMessage(),
                cause);
        this.lockName = lockName;
        this.call = call;
        this.result = result;
    }

    static UserLevelLockException notGot(String lockName, String call, RuntimeException busy) {
        return new UserLevelLockException(lockName, call, 0, busy);
    }

    static UserLevelLockException broken(String lockName, String call, RuntimeException failure) {
        return new UserLevelLockException(lockName, call, NO_ANSWER, failure);
    }

    /**
     * Which lock.
     *
     * @return its name
     */
    public String lockName() {
        return lockName;
    }

    /**
     * The operation that failed.
     *
     * @return the call, as people read it
     */
    public String call() {
        return call;
    }

    /**
     * The server's answer, as {@code GET_LOCK} and {@code RELEASE_LOCK} give it.
     *
     * @return 0 when the lock was not got, or no longer held; empty when there was no answer
     */
    public OptionalInt result() {
        return result == NO_ANSWER ? OptionalInt.empty() : OptionalInt.of(result);
    }
}
