package io.rowlock.spi;

/** What the store answered to a wish about one grant. */
public enum GrantOutcome {
    /** It was done, or had been done by an earlier sending of the same wish. */
    DONE,
    /** The grant no longer stands: nothing was changed, and nothing ever will be by asking again. */
    NOT_MINE,
    /** An open transaction has the row locked: nothing was changed; ask again. */
    ROW_LOCKED
}
