package io.rowlock.internal.sql.statement;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.time.Terms;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Binds keys, grants and terms to statements. */
public final class Bind {
    private Bind() {}

    public static void key(PreparedStatement statement, LockKey key) throws SQLException {
        key(statement, 1, key);
    }

    public static void key(PreparedStatement statement, int first, LockKey key) throws SQLException {
        statement.setString(first, key.name());
        statement.setInt(first + 1, key.slot());
    }

    public static void grant(PreparedStatement statement, Grant grant) throws SQLException {
        grant(statement, 1, grant);
    }

    public static void grant(PreparedStatement statement, int first, Grant grant) throws SQLException {
        key(statement, first, grant.key());
        statement.setLong(first + 2, grant.token());
        statement.setString(first + 3, grant.requestId());
    }

    /** Binds a lease twice, for the expiry and for its column, then the grace. */
    public static void terms(PreparedStatement statement, int first, Terms terms) throws SQLException {
        statement.setLong(first, terms.leaseMicros());
        statement.setLong(first + 1, terms.leaseMicros());
        statement.setLong(first + 2, terms.graceMicros());
    }
}
