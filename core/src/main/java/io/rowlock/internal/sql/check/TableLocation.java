package io.rowlock.internal.sql.check;

import io.rowlock.Database;
import io.rowlock.TableName;
import io.rowlock.internal.sql.statement.Query;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the schema of a table once, at startup. An application may change the schema of a pooled connection ({@code
 * setSchema}, {@code SET search_path}, {@code USE}); a name without its schema would then mean another table there, and two
 * clients would hold the same lock.
 */
public final class TableLocation {
    private static final Logger LOG = LoggerFactory.getLogger(TableLocation.class);

    /** The first schema of the search path that has the table, or else the one in which it would be created. A temporary table is nobody else's. */
    private static final Query POSTGRESQL = new Query("""
            WITH path AS (
                SELECT s.name, s.place
                FROM unnest(current_schemas(false)) WITH ORDINALITY AS s (name, place)
                WHERE s.name !~ '^pg_temp_'
            )
            SELECT coalesce(
                (SELECT p.name
                 FROM path p JOIN pg_namespace n ON n.nspname = p.name JOIN pg_class c ON c.relnamespace = n.oid
                 WHERE c.relname = lower(?) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
                 ORDER BY p.place LIMIT 1),
                (SELECT p.name FROM path p ORDER BY p.place LIMIT 1))""");

    private static final Query H2_CURRENT = new Query("SELECT SCHEMA()");

    private static final Query INNODB = new Query("SELECT DATABASE()");

    /** A table or private synonym of the current schema, the table behind a public synonym of its name, or where it would be created. */
    private static final Query ORACLE = new Query("""
            SELECT COALESCE(
                (SELECT MIN(owner) FROM all_objects
                 WHERE owner = SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA') AND object_name = UPPER(?)),
                (SELECT MIN(table_owner) FROM all_synonyms
                 WHERE owner = 'PUBLIC' AND synonym_name = UPPER(?) AND table_name = synonym_name AND db_link IS NULL),
                SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA'))
            FROM DUAL""");

    private static final Query SQL_SERVER =
            new Query("SELECT COALESCE(OBJECT_SCHEMA_NAME(OBJECT_ID(?)), SCHEMA_NAME()), DB_NAME()");

    private final Connection connection;
    private final Database database;
    private final TableName table;

    private TableLocation(Connection connection, Database database, TableName table) {
        this.connection = connection;
        this.database = database;
        this.table = table;
    }

    /** The table with its schema; as it is where it names one, or the connection has none. */
    public static TableName locate(Connection connection, Database database, TableName table) throws SQLException {
        return new TableLocation(connection, database, table).located();
    }

    private TableName located() throws SQLException {
        if (database == Database.SQL_SERVER) {
            return onSqlServer();
        }
        return table.schema().isPresent()
                ? table
                : schema().map(name -> table.in(name, quoted(name))).orElse(table);
    }

    private Optional<String> schema() throws SQLException {
        return switch (database) {
            case H2 -> onH2();
            case POSTGRESQL -> ask(POSTGRESQL, 1);
            case MYSQL, MARIADB -> ask(INNODB, 0);
            case ORACLE -> ask(ORACLE, 2);
            case SQL_SERVER -> throw new IllegalStateException("SQL Server names a database, too");
        };
    }

    private Optional<String> ask(Query query, int parameters) throws SQLException {
        return query.one(
                connection,
                statement -> {
                    for (int i = 1; i <= parameters; i++) {
                        statement.setString(i, table.table());
                    }
                },
                row -> Optional.ofNullable(row.getString(1)));
    }

    /** H2 does not show its SCHEMA_SEARCH_PATH, but the driver tells where a column came from. */
    private Optional<String> onH2() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + table + " WHERE 1 = 0");
                ResultSet rows = statement.executeQuery()) {
            return Optional.of(rows.getMetaData().getSchemaName(1)).filter(name -> !name.isEmpty());
        } catch (SQLException missing) {
            LOG.debug("table {} is not there yet; it will be in the current schema", table, missing);
            return ask(H2_CURRENT, 0);
        }
    }

    /** There a connection can be set to another database, too. */
    private TableName onSqlServer() throws SQLException {
        return SQL_SERVER.one(connection, statement -> statement.setString(1, table.text()), row -> {
            String schema = table.schema().orElse(row.getString(1));
            return table.in(schema, quoted(row.getString(2)) + '.' + quoted(schema));
        });
    }

    private String quoted(String name) {
        return quoted(database, name);
    }

    /** A name as it stands in the catalogue, quoted for SQL. */
    static String quoted(Database database, String name) {
        return switch (database) {
            case MYSQL, MARIADB -> '`' + name.replace("`", "``") + '`';
            case SQL_SERVER -> '[' + name.replace("]", "]]") + ']';
            case H2, POSTGRESQL, ORACLE -> '"' + name.replace("\"", "\"\"") + '"';
        };
    }
}
