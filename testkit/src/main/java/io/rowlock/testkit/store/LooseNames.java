package io.rowlock.testkit.store;

import io.rowlock.Database;
import io.rowlock.testkit.fixture.TestDatabase;
import java.util.List;

/** How a lock table is spoilt so that different names are one. */
final class LooseNames {

    private LooseNames() {}

    static List<String> ignoringTrailingBlanks(Database database, String table) {
        return List.of(
                switch (database) {
                    case H2 -> "ALTER TABLE " + table + " ALTER COLUMN name CHAR(400) NOT NULL";
                    case POSTGRESQL -> "ALTER TABLE " + table + " ALTER COLUMN name TYPE CHAR(200)";
                    case MYSQL, MARIADB ->
                        "ALTER TABLE " + table
                                + " MODIFY name VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL";
                    case ORACLE, SQL_SERVER -> throw TestDatabase.notRunForReal(database);
                });
    }

    static List<String> ignoringCase(Database database, String table) {
        return switch (database) {
            case H2 -> List.of("ALTER TABLE " + table + " ALTER COLUMN name VARCHAR_IGNORECASE(400) NOT NULL");
            case POSTGRESQL ->
                List.of(
                        "CREATE COLLATION " + table + "_ci"
                                + " (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                        "ALTER TABLE " + table + " ALTER COLUMN name TYPE VARCHAR(200) COLLATE " + table + "_ci");
            case MYSQL, MARIADB ->
                List.of("ALTER TABLE " + table
                        + " MODIFY name VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL");
            case ORACLE, SQL_SERVER -> throw TestDatabase.notRunForReal(database);
        };
    }
}
