package io.rowlock.bench.contestant;

/** The reason for which a contestant takes part. */
public enum Role {
    /** A lock library whose callers can wait for a lock. */
    LOCK,
    /** One whose callers cannot. */
    TRY_LOCK,
    /** Locks nothing: what the service can do at most. */
    LIMIT,
    /** Rowlock with an option that is off by default. */
    OPTION,
    /** Shows where figures on PostgreSQL come from. */
    STUDY
}
