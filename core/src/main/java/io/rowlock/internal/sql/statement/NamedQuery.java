package io.rowlock.internal.sql.statement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement whose values have names, for one that is put together from parts in which a value may stand several times.
 * It is put together once, when a table is opened.
 */
public final class NamedQuery {
    private static final Pattern NAME = Pattern.compile(":([a-z]+\\d*)");

    private final Query query;
    private final List<String> names = new ArrayList<>();

    public NamedQuery(String text) {
        this(text, false);
    }

    /** A statement, and whether it runs on PostgreSQL, whose warnings are checked. */
    public NamedQuery(String text, boolean warns) {
        Matcher matcher = NAME.matcher(text);
        String sql = matcher.replaceAll(found -> {
            names.add(found.group(1));
            return "?";
        });
        query = new Query(sql, warns ? Query.Server.POSTGRESQL : Query.Server.UNKNOWN);
    }

    public int update(Connection connection, Map<String, Object> values) throws SQLException {
        return query.update(connection, statement -> bind(statement, values));
    }

    public <T> List<T> list(Connection connection, Map<String, Object> values, Query.Reader<T> reader)
            throws SQLException {
        return query.list(connection, statement -> bind(statement, values), reader);
    }

    private void bind(PreparedStatement statement, Map<String, Object> values) throws SQLException {
        for (int i = 0; i < names.size(); i++) {
            Object value = values.get(names.get(i));
            if (value instanceof Long number) {
                statement.setLong(i + 1, number);
            } else if (value instanceof String text) {
                statement.setString(i + 1, text);
            } else {
                statement.setObject(i + 1, value);
            }
        }
    }

    @Override
    public String toString() {
        return query.sql();
    }
}
