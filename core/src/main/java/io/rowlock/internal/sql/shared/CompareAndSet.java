package io.rowlock.internal.sql.shared;

import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares and sets one row that is found by its key, without waiting for it. The assignments and the condition are filled in
 * once, when a dialect is made.
 *
 * @param template fills in the table and the clock
 * @param statement the statement, with {@code {set}} and {@code {where}} in the place of both
 * @param row the prefix of a column to be set, if it differs from one that is compared
 */
public record CompareAndSet(Template template, String statement, String row) {

    /** A statement that sets this where that. */
    Change change(String set, String where) {
        return new Change(
                template.query(statement
                        .replace("{set}", set)
                        .replace("{where}", where)
                        .replace("{row}", row)),
                statement.indexOf("{set}") < statement.indexOf("{where}"));
    }

    /**
     * A statement that changes one row, or none.
     *
     * @param query the statement
     * @param setFirst whether the values to set come before those to compare
     */
    record Change(Query query, boolean setFirst) {

        /** Whether a row was changed. */
        boolean run(Connection connection, List<?> set, List<?> where) throws SQLException {
            return query.update(connection, binder(set, where)) == 1;
        }

        /** Sets the values of the statement. */
        Query.Binder binder(List<?> set, List<?> where) {
            List<?> values = setFirst ? chain(set, where) : chain(where, set);
            return statement -> bind(statement, values);
        }

        private static List<?> chain(List<?> first, List<?> second) {
            return Stream.concat(first.stream(), second.stream()).toList();
        }

        private static void bind(PreparedStatement statement, List<?> values) throws SQLException {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
        }
    }
}
