package io.rowlock.cli.look;

import io.rowlock.Database;
import io.rowlock.LockSchema;
import java.util.List;
import java.util.Optional;

/**
 * The SQL that reads the locks: through the status view, or, where the table itself may be read, through the view's
 * definition, which need not be there as a view.
 *
 * @param database which database
 * @param table the lock table
 * @param source the part after FROM
 */
record LockQuery(Database database, String table, String source) {
    private static final String DEFINITION = " AS\n";

    /** The query that needs the privilege to read the table; empty when the table's name leaves no room for a view's. */
    static Optional<LockQuery> onTable(Database database, String table) {
        List<String> statements = LockSchema.statements(database, table);
        return Optional.of(statements.get(statements.size() - 1))
                .filter(last -> last.contains(" VIEW "))
                .map(view -> view.substring(view.indexOf(DEFINITION) + DEFINITION.length()))
                .map(select -> new LockQuery(database, table, "(" + select + ")"));
    }

    /** The query that needs the privilege to read the view. */
    static LockQuery onView(Database database, String table) {
        return new LockQuery(database, table, view(table));
    }

    static String view(String table) {
        return table + "_status";
    }

    String all() {
        return "SELECT v.name, v.state, v.owner, v.token, v.acquired_at, v.expires_at, v.renewals, v.grants, " + now()
                + " AS now_us FROM " + source + " v";
    }

    String one() {
        return all() + " WHERE v.name = ? AND v.slot = 0";
    }

    /** Asks for no row, to see whether the privilege is there. */
    String trial() {
        return "SELECT v.name FROM " + source + " v WHERE 1 = 0";
    }

    String waiters() {
        return "SELECT name, SUM(waiters) FROM " + table + " WHERE kind = 'waiter' AND expires_us > " + now()
                + " GROUP BY name";
    }

    /** Whether this database has a clock here, as the lock table's contract for other languages names it. */
    static boolean isKnown(Database database) {
        return database != Database.ORACLE && database != Database.SQL_SERVER;
    }

    private String now() {
        return switch (database) {
            case POSTGRESQL -> "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
            case MYSQL, MARIADB -> "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
            default -> "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";
        };
    }
}
