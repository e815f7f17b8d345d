package io.rowlock.internal.sql.check;

import io.rowlock.Database;
import io.rowlock.TableName;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.statement.Query;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for lock tables of the same name in other schemas. A client that was told no schema uses the table that its first
 * connection finds. If that connection was set to another schema, the client uses another table than the rest of the fleet,
 * and two clients hold the same lock. The catalogue shows the tables that this user may use.
 */
final class SameNameExamination {
    private static final String STANDARD =
            "SELECT table_schema FROM information_schema.tables WHERE table_name = %s ORDER BY table_schema";
    private static final String ORACLE = "SELECT owner FROM all_tables WHERE table_name = UPPER(?) ORDER BY owner";

    private final Database database;
    private final TableName table;

    SameNameExamination(TableDescription description) {
        database = description.database();
        table = description.name();
    }

    void examine(Examination examination) throws SQLException {
        if (!table.isSchemaLookedUp()) {
            return;
        }
        List<String> schemas = schemas(examination);
        examination.warning(
                schemas.size() > 1,
                "S1",
                "lock tables named " + table.table() + " are in several schemas, " + schemas + ", and this client uses "
                        + table
                        + " because its first connection found that one; a client whose first connection is set to"
                        + " another schema uses another table, and both hold the same lock",
                "name the schema in the settings of every client, as in table(\"schema." + table.table() + "\")");
    }

    private List<String> schemas(Examination examination) throws SQLException {
        List<String> named = examination.ask(
                new Query(catalogue()), statement -> statement.setString(1, table.table()), row -> row.getString(1));
        if (named.size() < 2) {
            return named;
        }
        List<String> marked = new ArrayList<>();
        for (String schema : named) {
            if (isMarked(examination, schema)) {
                marked.add(schema);
            }
        }
        return marked;
    }

    private String catalogue() {
        return switch (database) {
            case POSTGRESQL -> STANDARD.formatted("lower(?)");
            case H2 -> STANDARD.formatted("UPPER(?)");
            case MYSQL, MARIADB, SQL_SERVER -> STANDARD.formatted("?");
            case ORACLE -> ORACLE;
        };
    }

    /** Whether it has the row by which a lock table is known. */
    private boolean isMarked(Examination examination, String schema) throws SQLException {
        String name = TableLocation.quoted(database, schema) + '.' + table.table();
        Query query = new Query("SELECT 1 FROM " + name + " WHERE name = ? AND slot = ?");
        return !examination
                .ask(
                        query,
                        statement -> {
                            statement.setString(1, Dialect.PROTOCOL_NAME);
                            statement.setInt(2, Dialect.PROTOCOL_SLOT);
                        },
                        row -> row.getLong(1))
                .isEmpty();
    }
}
