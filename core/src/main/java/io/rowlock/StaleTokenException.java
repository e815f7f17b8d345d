package io.rowlock;

/**
 * A write under an old grant: the lock has been granted to someone else since, and that grant has written already. The
 * transaction is as it was, and must be rolled back.
 */
public final class StaleTokenException extends LockException {
    private static final long serialVersionUID = 1L;

    /** The resource that was to be written. */
    private final String resource;

    /** The token that came too late. */
    private final long token;

    /** The newest token that was seen. */
    private final long newest;

    /**
     * A write that came too late.
     *
     * @param resource what was to be written
     * @param token the token it carried
     * @param newest the newer token that was seen there
     */
    public StaleTokenException(String resource, long token, long newest) {
        super("a write to '" + LockText.printable(resource) + "' under token " + token
                + " came too late: token " + newest
                + " has been seen there, so the lock was lost, and has been granted again;"
                + " roll this transaction back, and acquire the lock again before you repeat the work");
        this.resource = resource;
        this.token = token;
        this.newest = newest;
    }

    /**
     * The resource that was to be written.
     *
     * @return the resource's name
     */
    public String resource() {
        return resource;
    }

    /**
     * The token that came too late.
     *
     * @return the token of the rejected write
     */
    public long token() {
        return token;
    }

    /**
     * The newest token that was seen.
     *
     * @return a larger token
     */
    public long newest() {
        return newest;
    }
}
