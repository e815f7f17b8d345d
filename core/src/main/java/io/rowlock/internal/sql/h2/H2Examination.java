package io.rowlock.internal.sql.h2;

import io.rowlock.Finding;
import io.rowlock.internal.sql.check.Examination;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.check.TableExamination;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** Settings and states of H2 that put promises at risk. A database in memory ends with its JVM: that is no finding. */
final class H2Examination {

    /**
     * The delay is listed twice once it has been set: first as it is stored, last as it is in force. H2 does not honour
     * a stored one when it opens the database again.
     */
    private static final Query WRITE_DELAY =
            new Query("SELECT setting_value FROM information_schema.settings WHERE setting_name = 'WRITE_DELAY'");

    private static final Query COLLATION =
            new Query("SELECT setting_value FROM information_schema.settings WHERE setting_name = 'COLLATION'");

    private static final Query FILE_WRITES =
            new Query("SELECT setting_value FROM information_schema.settings WHERE setting_name = 'info.FILE_WRITE'");

    private static final Query STORAGE = new Query("""
            SELECT CASE WHEN table_type = 'BASE TABLE' THEN storage_type ELSE table_type END
            FROM information_schema.tables
            WHERE LOWER(table_name) = LOWER(?) AND LOWER(table_schema) = LOWER(COALESCE(CAST(? AS VARCHAR), SCHEMA()))""");

    private static final Query TRIGGERS = new Query("""
            SELECT DISTINCT trigger_name FROM information_schema.triggers
            WHERE LOWER(event_object_table) = LOWER(?)
              AND LOWER(event_object_schema) = LOWER(COALESCE(CAST(? AS VARCHAR), SCHEMA()))
            ORDER BY 1""");

    private final TableDescription table;
    private final TableExamination tableExamination;

    H2Examination(TableDescription table, Template template) {
        this.table = table;
        tableExamination = new TableExamination(table, template);
    }

    List<Finding> examine(Connection connection) throws SQLException {
        Examination examination = new Examination(connection);
        examination.impossible(
                connection.isReadOnly(), "S1", "this H2 database is open for reading only", "open it for writing");
        storage(examination);
        tableExamination.examine(examination);
        collation(examination);
        durability(examination);
        examination.triggers(table, examination.ask(TRIGGERS, table::bindName, row -> row.getString(1)));
        return examination.findings();
    }

    private void storage(Examination examination) throws SQLException {
        String storage = examination.ask(STORAGE, table::bindName, row -> row.getString(1)).stream()
                .findFirst()
                .orElse("CACHED");
        examination.impossible(
                !storage.equals("CACHED") && !storage.equals("MEMORY"),
                "S1",
                "table " + table.name() + " is a " + storage.toLowerCase(Locale.ROOT)
                        + ", which H2 cannot lock row by row for everyone",
                "give Rowlock a plain table, made by the statements that LockSchema prints");
    }

    /** H2 has one collation for all; any other than none makes one lock of names that merely look alike. */
    private void collation(Examination examination) throws SQLException {
        List<String> collations = examination.ask(COLLATION, Query.NOTHING, row -> row.getString(1));
        examination.impossible(
                !collations.isEmpty() && !collations.get(0).startsWith("OFF"),
                "S9",
                "this H2 database compares text by the collation " + collations + ", so different locks would be one",
                "keep the lock table in a database without SET COLLATION");
    }

    private static void durability(Examination examination) throws SQLException {
        boolean inFile =
                !examination.ask(FILE_WRITES, Query.NOTHING, row -> true).isEmpty();
        List<Long> delays = examination.ask(WRITE_DELAY, Query.NOTHING, row -> row.getLong(1));
        long delay = delays.isEmpty() ? 0 : delays.get(delays.size() - 1);
        examination.warning(
                inFile && delay > 0,
                "S1, S3",
                "H2 writes commits to its file up to " + delay
                        + " ms late (WRITE_DELAY), so a crash of the process that"
                        + " has the file open forgets the grants of the last moments",
                "append ;WRITE_DELAY=0 to the JDBC URL; a delay stored with SET WRITE_DELAY is not honoured when the"
                        + " database is opened again");
    }
}
