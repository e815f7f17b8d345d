package io.rowlock.internal.fence;

import io.rowlock.Database;
import io.rowlock.TableName;
import io.rowlock.internal.sql.oracle.OracleDialect;
import io.rowlock.internal.sql.sqlserver.SqlServerDialect;
import java.util.function.BiFunction;

/**
 * The table of a fence on one database: its column for names, which compares byte for byte, its type for numbers, and the
 * clauses around it.
 *
 * @param resource the type of the name
 * @param number the type of the numbers
 * @param ending the clauses after the columns
 * @param creation makes the statement that creates a table unless it exists
 */
record FenceTable(String resource, String number, String ending, BiFunction<TableName, String, String> creation) {
    private static final String CREATE = """
            CREATE TABLE {table} (
                resource {resource} NOT NULL,
                token    {number} NOT NULL,
                passes   {number} NOT NULL,
                PRIMARY KEY (resource)
            ){ending}""";

    private FenceTable(String resource, String ending) {
        this(resource, "BIGINT", ending, (table, sql) -> sql.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"));
    }

    static FenceTable of(Database database) {
        return switch (database) {
            // Twice 200, because H2 counts UTF-16 units where the others count code points.
            case H2 -> new FenceTable("VARCHAR(400)", "");
            case POSTGRESQL -> new FenceTable("VARCHAR(200) COLLATE \"C\"", "");
            case MYSQL ->
                new FenceTable("VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin", " ENGINE = InnoDB");
            case MARIADB ->
                new FenceTable("VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin", " ENGINE = InnoDB");
            case ORACLE ->
                new FenceTable("VARCHAR2(200 CHAR)", "NUMBER(19)", "", (table, sql) -> OracleDialect.unlessThere(sql));
            case SQL_SERVER ->
                new FenceTable(
                        "NVARCHAR(400) COLLATE Latin1_General_100_BIN2", "BIGINT", "", SqlServerDialect::unlessThere);
        };
    }

    String create(TableName table) {
        String sql = CREATE.replace("{table}", table.text())
                .replace("{resource}", resource)
                .replace("{number}", number)
                .replace("{ending}", ending);
        return creation.apply(table, sql);
    }
}
