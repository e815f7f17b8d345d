package io.rowlock.internal.sql.innodb;

import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.time.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The common case on MySQL and MariaDB in its cheapest form. What a shortcut leaves undone is no refusal: the full statements
 * decide.
 */
interface InnoDbFastPath {

    /** The token of a grant, set aside so that it comes back with the count. */
    String NEXT_TOKEN = "LAST_INSERT_ID(GREATEST(token + 1, {now}))";

    /** Creates the row of a claim, granted; its time comes back as the token. */
    String CREATE = """
            INSERT IGNORE INTO {table} (token, acquired_us, grants, request_id, expires_us, lease_us, grace_us,
                                        keep_until_us, owner, name, slot)
            SELECT LAST_INSERT_ID({now}), {now}, 1, ?, {now} + ?, ?, ?, COALESCE({now} + NULLIF(?, 0), 0), ?, ?, ?
            FROM DUAL
            WHERE {running} <= ?""";

    /** Makes a statement of a text. */
    @FunctionalInterface
    interface Maker {
        Query query(String sql);
    }

    /** Takes the row of a claim; returns its token, or {@link UpdateThenInsert#NONE} if it is not free, or locked. */
    long take(Connection connection, Claim claim) throws SQLException;

    /** Creates the row of a claim; returns its token, or {@link UpdateThenInsert#NONE} if others do or did. */
    long create(Connection connection, Claim claim) throws SQLException;

    /** Releases a grant of a known token; returns how many were released. */
    int release(Connection connection, Grant grant) throws SQLException;

    /** Takes and releases several locks. */
    InnoDbBatchFastPath batch();

    /** Binds what is written for a claim, from a place on; returns the place after. */
    static int bindTerms(PreparedStatement statement, int at, Claim claim) throws SQLException {
        statement.setString(at, claim.requestId());
        Bind.terms(statement, at + 1, claim.terms());
        statement.setLong(at + 4, Micros.of(claim.keepFor()));
        statement.setString(at + 5, claim.owner());
        return at + 6;
    }

    /** Binds which row, and until when it may be taken, from a place on; returns the place after. */
    static int bindRow(PreparedStatement statement, int at, Claim claim) throws SQLException {
        Bind.key(statement, at, claim.key());
        statement.setLong(at + 2, claim.notAfter());
        return at + 3;
    }

    /** Binds what tells a claim's own trace, from a place on; returns the place after. */
    static int bindRequest(PreparedStatement statement, int at, Claim claim) throws SQLException {
        statement.setString(at, claim.requestId());
        statement.setString(at + 1, claim.requestId());
        return at + 2;
    }
}
