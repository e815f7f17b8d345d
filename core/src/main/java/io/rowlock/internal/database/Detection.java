package io.rowlock.internal.database;

import io.rowlock.Database;
import io.rowlock.LockSetupException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** Tells from a connection which database it leads to, and rejects those that are not known or too old. */
public final class Detection {

    /** Products that speak another's protocol and name, and lock differently; their version text gives them away. */
    private static final List<String> IMITATORS =
            List.of("cockroachdb", "yugabyte", "-yb-", "tidb", "vitess", "oceanbase", "redshift");

    private Detection() {}

    public static Database detect(Connection connection) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        String version = data.getDatabaseProductVersion();
        Database database = byProduct(data.getDatabaseProductName(), version + ' ' + serverVersion(connection, data));
        requireVersion(database, data, version);
        return database;
    }

    private static Database byProduct(String product, String version) {
        String lower = version.toLowerCase(Locale.ROOT);
        if (IMITATORS.stream().anyMatch(lower::contains)) {
            throw unknown(product + " (" + version.strip() + ")");
        }
        return switch (product) {
            case "H2" -> Database.H2;
            case "PostgreSQL" -> Database.POSTGRESQL;
            case "MariaDB" -> Database.MARIADB;
            // MySQL's own driver calls a MariaDB server MySQL too; only the version tells.
            case "MySQL" -> lower.contains("mariadb") ? Database.MARIADB : Database.MYSQL;
            case "Oracle" -> Database.ORACLE;
            case "Microsoft SQL Server" -> Database.SQL_SERVER;
            default -> throw unknown(product);
        };
    }

    private static String serverVersion(Connection connection, DatabaseMetaData data) throws SQLException {
        boolean asks = List.of("PostgreSQL", "MySQL", "MariaDB").contains(data.getDatabaseProductName());
        if (!asks) {
            return "";
        }
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT version()")) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    private static LockSetupException unknown(String product) {
        return new LockSetupException(
                "the database " + product
                        + " is not known to Rowlock, which runs on H2, PostgreSQL, MySQL, MariaDB, Oracle"
                        + " and SQL Server;"
                        + " a Dialect for it would have to pass the contracts of rowlock-testkit first",
                null);
    }

    private static void requireVersion(Database database, DatabaseMetaData data, String version) throws SQLException {
        Version least = Version.least(database);
        Version found = Version.read(data, version);
        if (found.compareTo(least) < 0) {
            throw new LockSetupException(
                    database + " " + found + " is too old for Rowlock, which needs " + least
                            + " for its SKIP LOCKED and collations; upgrade the server",
                    null);
        }
    }
}
