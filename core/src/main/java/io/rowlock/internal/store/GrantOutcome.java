package io.rowlock.internal.store;

/** The store's answer to a request about one grant. */
public enum GrantOutcome {
    /** It was done, or had been done by an earlier sending of the same request. */
    DONE,
    /** The grant no longer stands: nothing was changed, and a retry changes nothing either. */
    NOT_OWNER,
    /** An open transaction has the row locked: nothing was changed; retry. */
    ROW_LOCKED;

    /**
     * The meaning of an answer to a release if the release may have been sent before. Then {@link #NOT_OWNER} proves nothing: it may
     * have been done, and others have acquired and released it since.
     *
     * @return done, unless the row is locked
     */
    public GrantOutcome resent() {
        return this == NOT_OWNER ? DONE : this;
    }
}
