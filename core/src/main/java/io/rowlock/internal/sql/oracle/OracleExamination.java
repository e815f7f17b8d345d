package io.rowlock.internal.sql.oracle;

import io.rowlock.Finding;
import io.rowlock.internal.sql.check.Examination;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.check.TableExamination;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Settings and states of Oracle that put promises at risk. */
final class OracleExamination {
    private static final Set<String> UNICODE = Set.of("AL32UTF8", "UTF8");

    private static final Query COMPARISON =
            new Query("SELECT value FROM nls_session_parameters WHERE parameter = 'NLS_COMP'");

    private static final Query CHARACTER_SET =
            new Query("SELECT value FROM nls_database_parameters WHERE parameter = 'NLS_CHARACTERSET'");

    private static final Query OPEN_MODE = new Query("SELECT open_mode FROM v$database");

    private static final Query COMMIT_WAIT = new Query(
            "SELECT value FROM v$parameter WHERE name IN ('commit_wait', 'commit_write') AND UPPER(value) LIKE '%NOWAIT%'");

    private static final Query TRIGGERS = new Query("""
            SELECT trigger_name FROM all_triggers
            WHERE table_name = UPPER(?) AND table_owner = COALESCE(UPPER(?), SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA'))
            ORDER BY 1""");

    private final TableDescription table;
    private final TableExamination tableExamination;

    OracleExamination(TableDescription table, Template template) {
        this.table = table;
        tableExamination = new TableExamination(table, template);
    }

    List<Finding> examine(Connection connection) throws SQLException {
        Examination examination = new Examination(connection);
        examination.neverRun("Oracle Database");
        role(examination);
        names(examination);
        tableExamination.examine(examination);
        examination.warning(
                !texts(examination, COMMIT_WAIT).isEmpty(),
                "S1, S3",
                "Oracle answers commits before they are on disk (COMMIT_WAIT or COMMIT_WRITE with NOWAIT), so a crash forgets"
                        + " the grants of the last moments",
                "set COMMIT_WAIT = FORCE_WAIT, at least for the sessions of the lock connections");
        examination.triggers(table, examination.ask(TRIGGERS, table::bindName, row -> row.getString(1)));
        return examination.findings();
    }

    private static void role(Examination examination) throws SQLException {
        List<String> modes = texts(examination, OPEN_MODE);
        examination.impossible(
                !modes.isEmpty() && !modes.get(0).startsWith("READ WRITE"),
                "S1",
                "this Oracle database is open " + modes + ", so it is a standby or takes no writes",
                "connect to the primary");
    }

    /** A session that compares by language takes names that merely look alike for one. */
    private static void names(Examination examination) throws SQLException {
        List<String> comparisons = texts(examination, COMPARISON);
        examination.impossible(
                !comparisons.isEmpty() && !comparisons.get(0).equals("BINARY"),
                "S9",
                "these sessions compare text by NLS_COMP = " + comparisons + ", so different locks would be one",
                "have the lock connections run with NLS_COMP = BINARY");
        List<String> sets = texts(examination, CHARACTER_SET);
        examination.impossible(
                !sets.isEmpty() && !UNICODE.contains(sets.get(0)),
                "S9",
                "this database stores text in " + sets + ", which turns some names into others",
                "keep the lock table in a database with the character set AL32UTF8");
    }

    private static List<String> texts(Examination examination, Query query) throws SQLException {
        return examination.ask(query, Query.NOTHING, row -> String.valueOf(row.getString(1)));
    }
}
