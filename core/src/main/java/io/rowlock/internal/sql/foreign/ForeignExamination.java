package io.rowlock.internal.sql.foreign;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.sql.check.Examination;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableKey.Form;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Looks at a lock table that others have designed for what its description cannot tell: its key, its types, its collation. */
final class ForeignExamination {

    /** PostgreSQL's, H2's and Oracle's, and SQL Server's words for a time that has a zone. */
    private static final Pattern ZONED =
            Pattern.compile("timestamptz|.*time zone.*|datetimeoffset", Pattern.CASE_INSENSITIVE);

    /** MySQL's and MariaDB's words for zones whose clocks never change. */
    private static final Pattern FIXED = Pattern.compile("[+-]\\d{1,2}:\\d{2}|UTC|GMT", Pattern.CASE_INSENSITIVE);

    private final Database database;
    private final LockTable table;
    private final Examination examination;

    private ForeignExamination(Connection connection, Database database, LockTable table) {
        this.database = database;
        this.table = table;
        examination = new Examination(connection);
    }

    static List<Finding> examine(Connection connection, Database database, LockTable table) throws SQLException {
        ForeignExamination looking = new ForeignExamination(connection, database, table);
        looking.product();
        looking.key();
        looking.types();
        looking.collation();
        return looking.examination.findings();
    }

    private void product() {
        if (database == Database.ORACLE || database == Database.SQL_SERVER) {
            examination.neverRun(database == Database.ORACLE ? "Oracle" : "SQL Server");
        }
    }

    /** A unique index does as well, but not every database tells of those in the same words. */
    private void key() throws SQLException {
        List<String> primary = Dialects.of(database, table.table()).primaryKey(examination.connection());
        List<String> wanted =
                table.key().columns().stream().map(ForeignExamination::folded).toList();
        examination.warning(
                primary.isEmpty()
                        || !wanted.containsAll(
                                primary.stream().map(ForeignExamination::folded).toList()),
                "S1",
                "its primary key is " + primary + " and not " + table.key().columns()
                        + ", so nothing may keep two from inserting the same lock",
                "make that its primary key, or see that there is a unique index on it");
    }

    private static String folded(String column) {
        return column.toLowerCase(Locale.ROOT);
    }

    /** A time with a zone is compared through the zone of each session, which is another on every node. */
    private void types() throws SQLException {
        List<String> columns = new ArrayList<>(List.of(table.columns().expiry()));
        table.columns().acquired().ifPresent(columns::add);
        String sql = "SELECT " + String.join(", ", columns) + " FROM " + table.table() + " WHERE 1 = 0";
        try (PreparedStatement statement = examination.connection().prepareStatement(sql);
                var rows = statement.executeQuery()) {
            ResultSetMetaData types = rows.getMetaData();
            for (int column = 1; column <= columns.size(); column++) {
                String name = types.getColumnTypeName(column);
                noTime(columns.get(column - 1), name, types.getColumnType(column));
                type(columns.get(column - 1), name);
            }
        }
    }

    /** MySQL and MariaDB compare times with numbers and texts, after a fashion. Oracle's DATE has the time of day. */
    private void noTime(String column, String type, int code) {
        examination.impossible(
                code != Types.TIMESTAMP && database != Database.ORACLE && !isZoned(type),
                "S1",
                "its column " + column + " is of type " + type + ", which does not keep a date with a time",
                "change it to a timestamp without a time zone");
    }

    private static boolean isZoned(String type) {
        return ZONED.matcher(type).matches();
    }

    private void type(String column, String type) throws SQLException {
        examination.impossible(
                isZoned(type),
                "S1",
                "its column " + column + " is of type " + type
                        + ", which each session reads in a zone of its own, and the nodes of old write local time",
                "change it to a timestamp without a time zone");
        if (isInnoDb() && type.toUpperCase(Locale.ROOT).startsWith("TIMESTAMP")) {
            sessionZone(column);
        }
    }

    private boolean isInnoDb() {
        return database == Database.MYSQL || database == Database.MARIADB;
    }

    /** A TIMESTAMP of InnoDB is kept in UTC, and what is written and read is shifted by the zone of the session. */
    private void sessionZone(String column) throws SQLException {
        List<String> zone = examination.ask(
                new Query("SELECT IF(@@session.time_zone = 'SYSTEM', @@system_time_zone, @@session.time_zone)"),
                Query.NOTHING,
                row -> row.getString(1));
        zone.forEach(name -> examination.warning(
                !isFixed(name),
                "S1, L1",
                "its column " + column
                        + " is a TIMESTAMP, which each session reads and writes in its own time zone, and " + name
                        + " is one whose clocks may change",
                "set the same time_zone, one without summer time, for the sessions of all nodes, the old ones included, or"
                        + " change the column to DATETIME"));
    }

    static boolean isFixed(String zone) {
        return FIXED.matcher(zone).matches();
    }

    /** Lines up two spellings under the collation of a column; a server that takes them for one leaves one. */
    private void collation() throws SQLException {
        if (table.key().form() == Form.REGION_AND_UUID) {
            return;
        }
        String dual = database == Database.ORACLE ? " FROM DUAL" : "";
        for (String column : table.key().columns()) {
            Query spellings = new Query("SELECT COUNT(DISTINCT spelling) FROM (SELECT " + column + " AS spelling FROM "
                    + table.table() + " WHERE 1 = 0 UNION ALL SELECT 'rowlock'" + dual + " UNION ALL SELECT 'ROWLOCK'"
                    + dual + ") spellings");
            examination.warning(
                    examination
                            .ask(spellings, Query.NOTHING, row -> row.getInt(1))
                            .contains(1),
                    "S9",
                    "the collation of its column " + column
                            + " treats names that differ in case, perhaps in accents too, as one lock",
                    "never name two locks so, or give the column a binary collation");
        }
    }
}
