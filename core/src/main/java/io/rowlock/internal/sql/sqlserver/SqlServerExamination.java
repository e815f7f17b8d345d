package io.rowlock.internal.sql.sqlserver;

import io.rowlock.Finding;
import io.rowlock.internal.sql.check.Examination;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.check.TableExamination;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Settings and states of SQL Server that put promises at risk. */
final class SqlServerExamination {
    private static final Query UPDATEABILITY =
            new Query("SELECT CAST(DATABASEPROPERTYEX(DB_NAME(), 'Updateability') AS NVARCHAR(60))");

    private static final Query DURABILITY =
            new Query("SELECT delayed_durability_desc FROM sys.databases WHERE database_id = DB_ID()");

    private static final Query LOCKS = new Query("""
            SELECT 1 FROM sys.indexes i JOIN sys.tables t ON t.object_id = i.object_id
            WHERE t.object_id = OBJECT_ID(?) AND i.is_primary_key = 1
              AND (i.allow_page_locks = 1 OR i.allow_row_locks = 0 OR t.lock_escalation_desc <> 'DISABLE')""");

    private static final Query TRIGGERS =
            new Query("SELECT name FROM sys.triggers WHERE parent_id = OBJECT_ID(?) AND is_disabled = 0 ORDER BY 1");

    private final TableDescription table;
    private final TableExamination tableExamination;

    SqlServerExamination(TableDescription table, Template template) {
        this.table = table;
        tableExamination = TableExamination.whereBlanksAreIgnored(table, template);
    }

    List<Finding> examine(Connection connection) throws SQLException {
        Examination examination = new Examination(connection);
        examination.neverRun("SQL Server");
        role(examination);
        tableExamination.examine(examination);
        durability(examination);
        examination.warning(
                !examination.ask(LOCKS, this::bindTable, row -> true).isEmpty(),
                "L6",
                "table " + table.name()
                        + " may be locked by pages or as a whole, which READPAST does not pass over, so a"
                        + " claim can wait for another's transaction",
                "create it by the statements that LockSchema prints: no page locks, no escalation");
        examination.triggers(table, examination.ask(TRIGGERS, this::bindTable, row -> row.getString(1)));
        return examination.findings();
    }

    private void bindTable(PreparedStatement statement) throws SQLException {
        statement.setString(1, table.name().text());
    }

    private static void role(Examination examination) throws SQLException {
        List<String> answer = examination.ask(UPDATEABILITY, Query.NOTHING, row -> String.valueOf(row.getString(1)));
        examination.impossible(
                answer.contains("READ_ONLY"),
                "S1",
                "this SQL Server database takes no writes: a readable secondary, or set read-only",
                "connect to the primary replica, without ApplicationIntent=ReadOnly");
    }

    private static void durability(Examination examination) throws SQLException {
        List<String> answer = examination.ask(DURABILITY, Query.NOTHING, row -> String.valueOf(row.getString(1)));
        examination.warning(
                answer.contains("FORCED"),
                "S1, S3",
                "SQL Server answers commits before they are on disk (DELAYED_DURABILITY = FORCED), so a crash forgets the"
                        + " grants of the last moments",
                "set DELAYED_DURABILITY to DISABLED or ALLOWED");
    }
}
