package io.rowlock.internal.dialect;

import io.rowlock.Database;
import io.rowlock.spi.TableName;

/**
 * The table of a fence on one database: its column for names, which compares byte for byte, and what follows the columns.
 *
 * @param resource the type of the name
 * @param ending what follows
 */
record FenceTable(String resource, String ending) {
    private static final String CREATE = """
            CREATE TABLE IF NOT EXISTS {table} (
                resource {resource} NOT NULL,
                token    BIGINT NOT NULL,
                passes   BIGINT NOT NULL,
                PRIMARY KEY (resource)
            ){ending}""";

    static FenceTable of(Database database) {
        return switch (database) {
            // Twice 200, for H2 counts UTF-16 units where the others count code points.
            case H2 -> new FenceTable("VARCHAR(400)", "");
            case POSTGRESQL -> new FenceTable("VARCHAR(200) COLLATE \"C\"", "");
            case MYSQL ->
                new FenceTable("VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin", " ENGINE = InnoDB");
            case MARIADB ->
                new FenceTable("VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin", " ENGINE = InnoDB");
        };
    }

    String create(TableName table) {
        return CREATE.replace("{table}", table.text())
                .replace("{resource}", resource)
                .replace("{ending}", ending);
    }
}
