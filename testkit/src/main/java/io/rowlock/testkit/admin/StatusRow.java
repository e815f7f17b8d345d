package io.rowlock.testkit.admin;

import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.sql.PlainSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A row of the status view, as any client reads it. */
record StatusRow(
        String name,
        int slot,
        String state,
        String owner,
        long token,
        LocalDateTime acquiredAt,
        LocalDateTime expiresAt,
        Optional<LocalDateTime> freeAt,
        double remainingSeconds,
        long renewals,
        long grants) {

    static List<StatusRow> all(ContractFixture fixture) throws SQLException {
        try (Connection connection = fixture.source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query(fixture))) {
            List<StatusRow> all = new ArrayList<>();
            while (rows.next()) {
                all.add(read(rows));
            }
            return all;
        }
    }

    static boolean isThere(ContractFixture fixture) {
        return new PlainSql(fixture.source()).succeeds(query(fixture));
    }

    static List<String> columns(ContractFixture fixture) throws SQLException {
        try (Connection connection = fixture.source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query(fixture))) {
            ResultSetMetaData names = rows.getMetaData();
            List<String> columns = new ArrayList<>();
            for (int column = 1; column <= names.getColumnCount(); column++) {
                columns.add(names.getColumnLabel(column).toLowerCase(Locale.ROOT));
            }
            return columns;
        }
    }

    private static String query(ContractFixture fixture) {
        return "SELECT * FROM " + fixture.table() + "_status ORDER BY name";
    }

    private static StatusRow read(ResultSet row) throws SQLException {
        return new StatusRow(
                row.getString("name"),
                row.getInt("slot"),
                row.getString("state"),
                row.getString("owner"),
                row.getLong("token"),
                row.getObject("acquired_at", LocalDateTime.class),
                row.getObject("expires_at", LocalDateTime.class),
                Optional.ofNullable(row.getObject("free_at", LocalDateTime.class)),
                row.getDouble("remaining_seconds"),
                row.getLong("renewals"),
                row.getLong("grants"));
    }
}
