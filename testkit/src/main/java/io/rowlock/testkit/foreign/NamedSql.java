package io.rowlock.testkit.foreign;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A statement with values that have names, as {@code :name}, run through plain JDBC.
 *
 * @param sql the statement, with question marks
 * @param names the names of their values, in order
 */
record NamedSql(String sql, List<String> names) {

    /** Not the second colon of PostgreSQL's casts. */
    private static final Pattern NAME = Pattern.compile("(?<![:\\w]):([a-z_]+)");

    static NamedSql of(String text) {
        List<String> names = new ArrayList<>();
        String sql = NAME.matcher(text).replaceAll(found -> {
            names.add(found.group(1));
            return "?";
        });
        return new NamedSql(sql, List.copyOf(names));
    }

    int update(Connection connection, Map<String, ?> values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, values)) {
            return statement.executeUpdate();
        }
    }

    /** The first row, if there is one. */
    <T> Optional<T> first(Connection connection, Map<String, ?> values, Reader<T> reader) throws SQLException {
        try (PreparedStatement statement = prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
        }
    }

    private PreparedStatement prepare(Connection connection, Map<String, ?> values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int index = 0; index < names.size(); index++) {
            String name = names.get(index);
            statement.setObject(index + 1, Objects.requireNonNull(values.get(name), () -> "no value for :" + name));
        }
        return statement;
    }

    /** Reads the row that a result set stands on. */
    @FunctionalInterface
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }
}
