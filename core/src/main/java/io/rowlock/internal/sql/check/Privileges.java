package io.rowlock.internal.sql.check;

import io.rowlock.Database;
import io.rowlock.TableName;
import io.rowlock.internal.sql.statement.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The privileges that a user lacks on a lock table or its schema, with the statement that grants them. Oracle's and SQL Server's
 * errors are not recognized: no contract runs there.
 */
public final class Privileges {
    private static final Logger LOG = LoggerFactory.getLogger(Privileges.class);

    private static final Map<String, String> OF_LOCK_TABLE = new LinkedHashMap<>();

    static {
        OF_LOCK_TABLE.put("SELECT", "SELECT token FROM %s WHERE 1 = 0");
        OF_LOCK_TABLE.put(
                "INSERT",
                "INSERT INTO %s (name, slot, token) SELECT 'rowlock', 0, 0 FROM (SELECT 1 AS one) o WHERE 1 = 0");
        OF_LOCK_TABLE.put("UPDATE", "UPDATE %s SET token = 0 WHERE 1 = 0");
    }

    private static final Query USAGE = new Query(
            "SELECT has_schema_privilege(current_user, n.oid, 'USAGE') FROM" + " pg_namespace n WHERE n.nspname = ?");
    private static final Query SCHEMA =
            new Query("SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?");
    private static final Query NAMESPACE = new Query("SELECT nspname FROM pg_namespace WHERE nspname = ?");
    private static final Query USER = new Query("SELECT CURRENT_USER");

    /** MySQL's and MariaDB's codes: denied on a table, a column, a database. */
    private static final Set<Integer> DENIED_BY_INNODB = Set.of(1142, 1143, 1044);

    private static final int UNKNOWN_SCHEMA = 1049;
    private static final int UNKNOWN_TABLE = 1146;
    private static final String UNKNOWN_TABLE_OF_POSTGRESQL = "42P01";
    private static final int UNKNOWN_SCHEMA_OF_H2 = 90_079;

    /** H2's codes: no such table, alone, with one of a similar name, in an empty schema. */
    private static final Set<Integer> UNKNOWN_TABLE_OF_H2 = Set.of(42_102, 42_103, 42_104);

    /** H2's codes: not enough rights, administrator rights are required. */
    private static final Set<Integer> DENIED_BY_H2 = Set.of(90_096, 90_040);

    private final Connection connection;
    private final Database database;
    private final TableName table;
    private final Map<String, String> probes;

    /**
     * The privileges that the clients of a table need.
     *
     * @param connection the user's
     * @param located the table, with its schema
     * @param probes for each privilege a statement that needs it and no other, and does nothing; {@code %s} stands for the table
     */
    public Privileges(Connection connection, TableDescription located, Map<String, String> probes) {
        this.connection = connection;
        database = located.database();
        table = located.name();
        this.probes = probes;
    }

    /** Those that Rowlock needs on a table of its own. */
    public static Privileges onLockTable(Connection connection, TableDescription located) {
        return new Privileges(connection, located, OF_LOCK_TABLE);
    }

    /** Whether the server denied a statement because the user lacks a privilege. */
    public boolean isDenied(SQLException failure) {
        return switch (database) {
            case POSTGRESQL -> "42501".equals(failure.getSQLState());
            case MYSQL, MARIADB -> DENIED_BY_INNODB.contains(failure.getErrorCode());
            case H2 -> DENIED_BY_H2.contains(failure.getErrorCode());
            case ORACLE, SQL_SERVER -> false;
        };
    }

    /** Whether a statement failed because there is no such schema, as far as this user is told. */
    public boolean isWithoutSchema(SQLException failure) throws SQLException {
        return switch (database) {
            case POSTGRESQL -> table.schema().isPresent() && ask(NAMESPACE).isEmpty();
            case MYSQL, MARIADB ->
                failure.getErrorCode() == UNKNOWN_SCHEMA
                        || (failure.getErrorCode() == UNKNOWN_TABLE
                                && ask(SCHEMA).isEmpty());
            case H2 -> failure.getErrorCode() == UNKNOWN_SCHEMA_OF_H2;
            case ORACLE, SQL_SERVER -> false;
        };
    }

    /** Why no schema was found for a table that was named without one, and what helps; empty if one was found. */
    Optional<String> withoutDefaultSchema() throws SQLException {
        if (table.schema().isPresent()) {
            return Optional.empty();
        }
        return switch (database) {
            case POSTGRESQL ->
                Optional.of("the search_path of user " + user() + " has none that exists and that it may use; have an"
                        + " administrator run: GRANT USAGE ON SCHEMA … TO " + user());
            case MYSQL, MARIADB ->
                Optional.of("the connections have no database; add it to the address of the data source");
            case H2, ORACLE, SQL_SERVER -> Optional.empty();
        };
    }

    /** Whether a statement failed because there is no such table, as far as this user is told. */
    public boolean isWithoutTable(SQLException failure) {
        return switch (database) {
            case POSTGRESQL -> UNKNOWN_TABLE_OF_POSTGRESQL.equals(failure.getSQLState());
            case MYSQL, MARIADB -> failure.getErrorCode() == UNKNOWN_TABLE;
            case H2 -> UNKNOWN_TABLE_OF_H2.contains(failure.getErrorCode());
            case ORACLE, SQL_SERVER -> false;
        };
    }

    private List<String> ask(Query query) throws SQLException {
        return query.list(connection, statement -> statement.setString(1, schemaName()), row -> row.getString(1));
    }

    /** The name as the catalogue has it. PostgreSQL folds one that is not quoted, because it was not looked up. */
    private String schemaName() {
        String name = table.schema().orElse("");
        boolean folds = database == Database.POSTGRESQL && !table.isSchemaLookedUp();
        return folds ? name.toLowerCase(Locale.ROOT) : name;
    }

    /** The message for a user who may not use a table: which privileges are missing, and how to grant them; empty if none is. */
    public Optional<String> advice() throws SQLException {
        List<String> missing = missing();
        return missing.isEmpty() ? Optional.empty() : Optional.of(advice(missing));
    }

    private String advice(List<String> ofTable) throws SQLException {
        List<String> missing = new ArrayList<>(ofTable);
        List<String> grants = new ArrayList<>();
        if (database == Database.POSTGRESQL && ask(USAGE).contains("f")) {
            missing.add(0, "USAGE of its schema");
            grants.add("GRANT USAGE ON SCHEMA " + schema() + " TO " + user());
        }
        grants.add("GRANT " + String.join(", ", ofTable) + " ON " + table + " TO " + user());
        return "user " + user() + " lacks " + String.join(", ", missing) + " on table " + table
                + "; have an administrator run: " + String.join("; ", grants);
    }

    private List<String> missing() throws SQLException {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, String> probe : probes.entrySet()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(probe.getValue().formatted(table));
            } catch (SQLException failure) {
                LOG.debug("{} on table {} failed", probe.getKey(), table, failure);
                if (isDenied(failure)) {
                    missing.add(probe.getKey());
                }
            }
        }
        return missing;
    }

    /** Whether nothing is known of a table because the user has no privilege on it: MySQL and MariaDB deny it then, there or not. */
    public boolean isHidden() throws SQLException {
        return (database == Database.MYSQL || database == Database.MARIADB)
                && missing().size() == probes.size();
    }

    /** The statement that allows this user to create the table. */
    public String grantOfCreate() throws SQLException {
        return switch (database) {
            case MYSQL, MARIADB -> "GRANT CREATE ON " + schema() + ".* TO " + user();
            case H2 -> "GRANT ALTER ANY SCHEMA TO " + user();
            case POSTGRESQL, ORACLE, SQL_SERVER -> "GRANT CREATE ON SCHEMA " + schema() + " TO " + user();
        };
    }

    /** The schema, as it stands in SQL. */
    private String schema() {
        String text = table.text();
        return text.substring(0, Math.max(0, text.lastIndexOf('.')));
    }

    /** The user, as it stands in SQL. MySQL and MariaDB name an account by user and host. */
    public String user() throws SQLException {
        String user = USER.one(connection, Query.NOTHING, row -> row.getString(1));
        int at = user.lastIndexOf('@');
        return (database == Database.MYSQL || database == Database.MARIADB) && at >= 0
                ? "'" + user.substring(0, at) + "'@'" + user.substring(at + 1) + "'"
                : TableLocation.quoted(database, user);
    }
}
