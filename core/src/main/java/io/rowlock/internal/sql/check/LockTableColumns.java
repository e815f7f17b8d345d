package io.rowlock.internal.sql.check;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The columns of the lock table, and the lack of them in a table of an older form or of another program. */
public final class LockTableColumns {
    private static final List<String> NAMES = List.of(
            "name",
            "slot",
            "kind",
            "token",
            "request_id",
            "released_request",
            "session_id",
            "acquired_us",
            "expires_us",
            "lease_us",
            "grace_us",
            "keep_until_us",
            "grants",
            "renewals",
            "guards",
            "owner",
            "since_us",
            "session_state",
            "process",
            "waiters",
            "lock_name",
            "lock_slot",
            "native_name",
            "connection_id",
            "protocol_version",
            "table_id");

    /** A table without these was never Rowlock's. */
    private static final List<String> NEVER_MISSING = List.of("token", "request_id");

    /** These and no others were in every lock table before rows had a kind. */
    private static final int WITHOUT_KIND = 15;

    private LockTableColumns() {}

    /** A query that names every column and finds no row; {@code %s} stands for the table. */
    public static String query() {
        return "SELECT " + String.join(", ", NAMES) + " FROM %s WHERE 1 = 0";
    }

    /** The columns of a table, if it can be read. */
    public static List<String> of(Connection connection, TableDescription table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + table.name() + " WHERE 1 = 0")) {
            ResultSetMetaData present = rows.getMetaData();
            for (int column = 1; column <= present.getColumnCount(); column++) {
                columns.add(present.getColumnName(column).toLowerCase(Locale.ROOT));
            }
        }
        return columns;
    }

    /** The error for a table that lacks columns, with the remedy; empty if it has them all. */
    public static Optional<String> advice(TableDescription table, List<String> columns) {
        List<String> missing =
                NAMES.stream().filter(name -> !columns.contains(name)).toList();
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                missing.containsAll(NEVER_MISSING)
                        ? adviceOnAnothers(table, missing, columns)
                        : adviceOnOurs(table, missing));
    }

    private static String adviceOnAnothers(TableDescription table, List<String> missing, List<String> columns) {
        List<String> others =
                columns.stream().filter(name -> !NAMES.contains(name)).toList();
        String found = "table " + table.name() + " is there, but it is not Rowlock's: it lacks the columns " + missing
                + " and has " + others + " instead; ";
        return found
                + KnownTable.of(columns)
                        .map(known ->
                                "it is " + known.owner() + "'s. Name another by table(\"…\"), or share this one by"
                                        + " TableLocks.on(dataSource, " + known.code() + "), as docs/migrating.md says")
                        .orElse("name another by table(\"…\")");
    }

    private static String adviceOnOurs(TableDescription table, List<String> missing) {
        String script = "the statements that LockSchema.script(Database." + table.database() + ", \"" + table.name()
                + "\") prints";
        boolean isOlder = missing.contains("kind") && missing.size() == NAMES.size() - WITHOUT_KIND;
        return "table " + table.name() + " lacks the columns " + missing + " that Rowlock needs; "
                + (isOlder
                        ? "it was made by an older version of Rowlock: stop all clients of that version, drop the table and"
                                + " its view, and create it with " + script + ", or use another table name"
                        : "use another table name, or create it again with " + script);
    }
}
