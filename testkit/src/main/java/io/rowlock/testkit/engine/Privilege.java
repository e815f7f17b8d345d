package io.rowlock.testkit.engine;

/** What a database user may be allowed. {@link #CREATE} allows new tables, the others are about all tables. */
public enum Privilege {
    CREATE,
    SELECT,
    INSERT,
    UPDATE,
    DELETE
}
