package io.rowlock.internal.sql.innodb;

import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The common case on MySQL and MariaDB in its cheapest form. A request that it leaves undone is not rejected: the general path
 * decides.
 */
interface InnoDbFastPath {

    /** Whether a lock is free for a claim, if its row may be taken until {@code {latest}}. */
    String FREE = """
            {running} <= {latest} AND {row}keep_until_us <= {now}
                  AND ({row}request_id IS NULL AND NOT ({row}released_request <=> {request})
                       OR {row}request_id <> {request} AND {row}expires_us + {row}grace_us <= {now} AND {row}session_id IS NULL)""";

    /** Creates the row of a claim, granted; its time comes back as the token. */
    String CREATE = """
            INSERT IGNORE INTO {table} ({grantColumns}, name, slot)
            SELECT {grantValues}, ?, ?
            FROM DUAL
            WHERE {running} <= ?""".replace("{grantColumns}", GrantSql.columns())
            .replace("{grantValues}", GrantSql.bound().values("LAST_INSERT_ID({now})"));

    /** The condition that a lock is free for a claim, by the alias of its row and the values of the claim. */
    static String free(String row, String latest, String request) {
        return FREE.replace("{row}", row).replace("{latest}", latest).replace("{request}", request);
    }

    /** The token of a grant, set aside so that it comes back with the count. */
    static String nextToken(GrantSql grant) {
        return "LAST_INSERT_ID(" + grant.nextToken() + ")";
    }

    /** Makes a statement of a text. */
    @FunctionalInterface
    interface Maker {
        Query query(String sql);
    }

    /** Takes the row of a claim; returns its token, or {@link UpdateThenInsert#NONE} if it is not free, or locked. */
    long take(Connection connection, Claim claim) throws SQLException;

    /** Creates the row of a claim; returns its token, or {@link UpdateThenInsert#NONE} if others do or did. */
    long create(Connection connection, Claim claim) throws SQLException;

    /** Goes before an insert of many rows, so that it does not wait for a row that another inserts; empty if nothing can do that. */
    default String atOnce() {
        return "";
    }

    /** Releases a grant of a known token; returns how many were released. */
    int release(Connection connection, Grant grant) throws SQLException;

    /** Takes and releases several locks. */
    InnoDbBatchFastPath batch();

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
