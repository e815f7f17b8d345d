package io.rowlock.internal.sql.statement;

import io.rowlock.LockKey;
import io.rowlock.internal.store.LockRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads rows of the lock table. */
public final class Rows {

    /**
     * The columns that {@link #read} expects, of a table under the alias {@code l}, and of its session under {@code s}: a
     * grant that a session has adopted lasts as long as the session, and is renewed with it.
     */
    static final String COLUMNS = """
            l.name, l.slot, l.token, l.request_id, l.session_id, l.acquired_us,
                   CASE WHEN s.expires_us > l.expires_us THEN s.expires_us ELSE l.expires_us END AS expires_us,
                   l.grace_us, l.keep_until_us, l.grants, l.renewals + COALESCE(s.renewals, 0) AS renewals, l.owner""";

    /** Joins the session of a lock's row, if it has one. */
    static final String SESSION = "LEFT JOIN {table} s ON s.name = l.session_id AND s.slot = -2";

    private Rows() {}

    static LockRow read(ResultSet row) throws SQLException {
        return new LockRow(
                key(row),
                row.getLong("token"),
                row.getString("request_id"),
                row.getString("session_id"),
                new LockRow.Times(
                        row.getLong("acquired_us"),
                        row.getLong("expires_us"),
                        row.getLong("grace_us"),
                        row.getLong("keep_until_us")),
                new LockRow.Counts(row.getLong("grants"), row.getLong("renewals")),
                Objects.requireNonNullElse(row.getString("owner"), "")); // An empty text is NULL on Oracle.
    }

    public static LockKey key(ResultSet row) throws SQLException {
        return new LockKey(row.getString("name"), row.getInt("slot"));
    }

    /** Reads a row that an outer join may have left empty. */
    static @Nullable public LockRow readIfPresent(ResultSet row) throws SQLException {
        return row.getString("name") == null ? null : read(row);
    }
}
