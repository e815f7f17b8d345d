package io.rowlock.internal.sql.foreign;

import io.rowlock.Database;
import io.rowlock.internal.sql.h2.H2Dialect;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.table.LockTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;

/**
 * The few expressions in which the databases differ when the table is not ours: the clock, arithmetic on times, the insert
 * that must not fill the server's log, and the comparison of owners. Everything else is the same SQL everywhere.
 *
 * <p>Times are computed in UTC, from a clock that does not stand still within a transaction, though it may within a statement, and never pass through a
 * session's zone, but where the table itself means the database's own local time.
 */
enum TableSql {
    /** EXTRACT reads the instant, so the zone of the session does not matter. */
    H2(
            "DATEADD(MICROSECOND, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT),"
                    + " TIMESTAMP '1970-01-01 00:00:00')",
            "LOCALTIMESTAMP(6)",
            "DATEADD(MILLISECOND, CAST({n} AS BIGINT), {x})",
            "INSERT INTO {table} ({columns}) SELECT {values} WHERE {late} AND NOT EXISTS (SELECT 1 FROM {table} WHERE {key})"),

    /** The conflict is settled without an error, which would stand in the server's log for each lost race. */
    POSTGRESQL(
            "(clock_timestamp() AT TIME ZONE 'UTC')",
            "CAST(clock_timestamp() AS timestamp)",
            "({x} + CAST({n} AS bigint) * INTERVAL '1 millisecond')",
            "INSERT INTO {table} ({columns}) SELECT {values} WHERE {late} ON CONFLICT DO NOTHING"),

    /** INSERT IGNORE would cut names that do not fit, whatever the server's mode. */
    MYSQL(
            "UTC_TIMESTAMP(6)",
            "SYSDATE(6)",
            "TIMESTAMPADD(MICROSECOND, 1000 * {n}, {x})",
            "INSERT INTO {table} ({columns}) SELECT {values} FROM DUAL"
                    + " WHERE {late} AND NOT EXISTS (SELECT 1 FROM {table} WHERE {key})"),

    /** As MySQL, but an insert does not wait for another's: it fails at once, nothing was done, and it is sent again. */
    MARIADB(MYSQL, "SET STATEMENT innodb_lock_wait_timeout = 0 FOR "),

    /** The cast of the number makes the division exact on every stand-in too; Oracle's own always is. */
    ORACLE(
            "CAST(SYS_EXTRACT_UTC(SYSTIMESTAMP) AS TIMESTAMP(6))",
            "CAST(SYSDATE AS TIMESTAMP)",
            "({x} + NUMTODSINTERVAL(CAST({n} AS NUMBER) / 1000, 'SECOND'))",
            "INSERT INTO {table} ({columns}) SELECT {values} FROM DUAL"
                    + " WHERE {late} AND NOT EXISTS (SELECT 1 FROM {table} WHERE {key})"),

    /** DATEADD takes an int, so milliseconds alone would end at 24 days. HOLDLOCK makes the look and the insert one. */
    SQL_SERVER(
            "SYSUTCDATETIME()",
            "SYSDATETIME()",
            "DATEADD(MILLISECOND, CAST({n} AS BIGINT) % 1000, DATEADD(SECOND, CAST({n} AS BIGINT) / 1000, {x}))",
            "INSERT INTO {table} ({columns}) SELECT {values}"
                    + " WHERE {late} AND NOT EXISTS (SELECT 1 FROM {table} WITH (UPDLOCK, HOLDLOCK) WHERE {key})");

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final String DUPLICATE_KEY = "23505";

    private final String utc;
    private final String local;
    private final String plus;
    private final String insertIfMissing;

    TableSql(String utc, String local, String plus, String insertIfMissing) {
        this.utc = utc;
        this.local = local;
        this.plus = plus;
        this.insertIfMissing = insertIfMissing;
    }

    TableSql(TableSql like, String beforeInsert) {
        this(like.utc, like.local, like.plus, beforeInsert + like.insertIfMissing);
    }

    static TableSql of(Database database) {
        return switch (database) {
            case H2 -> H2;
            case POSTGRESQL -> POSTGRESQL;
            case MYSQL -> MYSQL;
            case MARIADB -> MARIADB;
            case ORACLE -> ORACLE;
            case SQL_SERVER -> SQL_SERVER;
        };
    }

    /** The database's time in UTC, without a zone. */
    String utc() {
        return utc;
    }

    /**
     * The database's time in UTC, by a clock that goes on while the statement waits for a table. Before 2.3, H2 has none. Oracle's and
     * SQL Server's clocks are taken as they are.
     */
    String running(Connection connection) throws SQLException {
        return switch (this) {
            case H2 ->
                H2Dialect.hasRunningClock(connection)
                        ? "DATEADD(MICROSECOND, " + H2Dialect.RUNNING + ", TIMESTAMP '1970-01-01 00:00:00')"
                        : utc;
            // SYSDATE is in the session's zone, so the distance counts; its sign is that of a change of the clocks.
            case MYSQL, MARIADB ->
                "TIMESTAMPADD(MICROSECOND, ABS(TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))), UTC_TIMESTAMP(6))";
            case POSTGRESQL, ORACLE, SQL_SERVER -> utc;
        };
    }

    /**
     * A change of the row of a key, if it is as it should be, and a latest time has not come when the row is locked. PostgreSQL and H2 look at
     * a condition before they wait for a row, and not again if the row is as before then. So there a subquery locks the row
     * first. MySQL and MariaDB look at all conditions once they have the lock.
     *
     * @param change an UPDATE or DELETE without its conditions
     * @param row the condition of the row
     * @param late the condition of the time
     */
    String onceLocked(String change, String row, String late) {
        String locked = " FROM {table} WHERE {key} AND " + row + " FOR UPDATE)";
        return switch (this) {
            case H2 -> change + " WHERE {key} AND (SELECT " + late + locked;
            case POSTGRESQL ->
                change + (change.startsWith("DELETE") ? " USING" : " FROM") + " (SELECT 1 AS rowlock_locked" + locked
                        + " AS rowlock_row WHERE {key} AND " + late;
            case MYSQL, MARIADB, ORACLE, SQL_SERVER -> change + " WHERE {key} AND " + row + " AND " + late;
        };
    }

    /** The later of a column's time and a given time; the given time if the column has none. */
    String later(String column, String condition, String time) {
        // Oracle wants one type of all branches, and a column may be a DATE.
        String present = this == ORACLE ? "CAST(" + column + " AS TIMESTAMP(6))" : column;
        return "CASE WHEN " + condition + " AND " + column + " > " + time + " THEN " + present + " ELSE " + time
                + " END";
    }

    /** The database's own local time, without a zone. */
    String local() {
        return local;
    }

    /** The database's time in UTC, cut off to 0, 3 or 6 digits of a second. */
    String utc(int digits) {
        return cut(utc, digits);
    }

    /** The database's own local time, cut off to 0, 3 or 6 digits of a second. */
    String local(int digits) {
        return cut(local, digits);
    }

    /** A plain cast would round. Clocks that may differ from one reading to the next are read once. */
    private String cut(String time, int digits) {
        if (digits == 6) {
            return time;
        }
        return switch (this) {
            case H2 -> "DATE_TRUNC(" + (digits == 0 ? "SECOND" : "MILLISECOND") + ", " + time + ")";
            case POSTGRESQL -> "date_trunc('" + (digits == 0 ? "second" : "milliseconds") + "', " + time + ")";
            case MYSQL, MARIADB -> time.replace("(6)", "(" + digits + ")");
            case ORACLE ->
                "(" + time + " - NUMTODSINTERVAL(MOD(EXTRACT(SECOND FROM " + time + "), "
                        + (digits == 0 ? "1" : "0.001") + "), 'SECOND'))";
            // Its cast rounds to the nearest, half a unit less to the one before.
            case SQL_SERVER ->
                "CAST(DATEADD(MICROSECOND, " + (digits == 0 ? -500_000 : -500) + ", " + time + ") AS DATETIME2("
                        + digits + "))";
        };
    }

    /** A time and so many milliseconds, which may be a value's name. */
    String plus(String time, String millis) {
        return plus.replace("{n}", millis).replace("{x}", time);
    }

    String literal(LocalDateTime time) {
        String text = SECONDS.format(time);
        return this == SQL_SERVER ? "CAST('" + text + "' AS DATETIME2)" : "TIMESTAMP '" + text + "'";
    }

    /** A bound text in a list of what is selected, where some databases cannot tell its type. */
    String text(String value) {
        return switch (this) {
            case H2, POSTGRESQL -> "CAST(" + value + " AS VARCHAR)";
            case MYSQL, MARIADB, SQL_SERVER -> value;
            case ORACLE -> "CAST(" + value + " AS VARCHAR2(255))";
        };
    }

    /** Reads the database's time in UTC. */
    LocalDateTime now(Connection connection) throws SQLException {
        String from = this == ORACLE ? " FROM DUAL" : "";
        return new Query("SELECT " + utc + from)
                .one(connection, Query.NOTHING, row -> row.getObject(1, LocalDateTime.class));
    }

    String insertIfMissing() {
        return insertIfMissing;
    }

    /**
     * Compares owners byte for byte: the loose collations of InnoDB and SQL Server take {@code node-a} and {@code NODE-A} for one,
     * and SQL Server all that differ in blanks at the end.
     */
    String same(String column, String value) {
        String equal = column + " = " + value;
        return switch (this) {
            case H2, POSTGRESQL, ORACLE -> equal;
            case MYSQL, MARIADB, SQL_SERVER -> "(" + equal + " AND " + bytes(column) + " = " + bytes(value) + ")";
        };
    }

    private String bytes(String text) {
        return this == MYSQL || this == MARIADB
                ? "CAST(CONVERT(" + text + " USING utf8mb4) AS BINARY)"
                : "CAST(CAST(" + text + " AS NVARCHAR(4000)) AS VARBINARY(8000))";
    }

    /** Whether a column still has the time that was read from it. Of SQL Server's old type the driver reads whole milliseconds. */
    String unchanged(String column, String value) {
        return this == SQL_SERVER
                ? column + " BETWEEN DATEADD(MILLISECOND, -4, CAST(" + value
                        + " AS DATETIME2)) AND DATEADD(MILLISECOND, 4, CAST(" + value + " AS DATETIME2))"
                : column + " = " + value;
    }

    /** How many digits of a second a table's expiry really keeps, whatever its description says: a rounded one could be over too soon. */
    int fraction(Connection connection, LockTable table) throws SQLException {
        String none =
                "SELECT " + table.columns().expiry() + " FROM " + table.table().text() + " WHERE 1 = 0";
        try (PreparedStatement statement = connection.prepareStatement(none);
                ResultSet rows = statement.executeQuery()) {
            return fraction(rows.getMetaData(), 1);
        }
    }

    /** How many digits of a second a column keeps; as many as a plain one does where its driver does not tell. */
    private int fraction(ResultSetMetaData columns, int column) throws SQLException {
        int told = switch (this) {
            case H2, POSTGRESQL -> columns.getScale(column);
            // These drivers tell of digits only by the width of what they would print.
            case MYSQL, MARIADB -> columns.getColumnDisplaySize(column) - "2000-01-01 00:00:00.".length();
            case ORACLE -> columns.getColumnTypeName(column).equals("DATE") ? 0 : columns.getScale(column);
            case SQL_SERVER -> columns.getColumnTypeName(column).equals("datetime") ? 2 : columns.getScale(column);
        };
        return told < 0 ? plainFraction() : Math.min(6, told);
    }

    private int plainFraction() {
        return switch (this) {
            case H2, POSTGRESQL, ORACLE -> 6;
            case MYSQL, MARIADB -> 0;
            case SQL_SERVER -> 2;
        };
    }

    boolean isDuplicateKey(SQLException failure) {
        return DUPLICATE_KEY.equals(failure.getSQLState()) || duplicateCodes().contains(failure.getErrorCode());
    }

    private Set<Integer> duplicateCodes() {
        return switch (this) {
            case H2, POSTGRESQL -> Set.of();
            case MYSQL, MARIADB -> Set.of(1062);
            case ORACLE -> Set.of(1);
            case SQL_SERVER -> Set.of(2601, 2627);
        };
    }
}
