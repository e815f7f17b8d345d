package io.rowlock;

/**
 * The calling thread was interrupted while it waited. Nothing is held, nothing is left behind, and the thread's
 * interrupt flag is set again.
 */
public final class LockInterruptedException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * An interrupted wait.
     *
     * @param activity the interrupted activity
     */
    public LockInterruptedException(String activity) {
        super("interrupted while " + activity);
    }
}
