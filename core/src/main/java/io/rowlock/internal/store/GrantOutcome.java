package io.rowlock.internal.store;

/** What the store answered to a wish about one grant. */
public enum GrantOutcome {
    /** It was done, or had been done by an earlier sending of the same wish. */
    DONE,
    /** The grant no longer stands: nothing was changed, and nothing ever will be by asking again. */
    NOT_OWNER,
    /** An open transaction has the row locked: nothing was changed; ask again. */
    ROW_LOCKED;

    /**
     * What an answer to a release means if the release may have been sent before. Then {@link #NOT_OWNER} proves nothing: it may
     * have been done, and others have come and gone since.
     *
     * @return done, unless the row is locked
     */
    public GrantOutcome resent() {
        return this == NOT_OWNER ? DONE : this;
    }
}
