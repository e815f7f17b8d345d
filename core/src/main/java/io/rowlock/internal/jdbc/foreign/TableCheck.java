package io.rowlock.internal.jdbc.foreign;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.Finding.Severity;
import io.rowlock.LockSetupException;
import io.rowlock.TableName;
import io.rowlock.internal.database.Detection;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.jdbc.foreign.JdbcTableStores.Use;
import io.rowlock.internal.sql.foreign.ForeignTable;
import io.rowlock.table.LockTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that a table that others have designed can serve. If a statement fails, {@link TableDiagnosis} says why.
 *
 * <ol>
 *   <li>Does the server reject values that do not fit their column?
 *   <li>Are the times of a type that means the same on every node? The rest of the examination is logged.
 *   <li>Do the statements run, for a lock that does not exist?
 * </ol>
 */
final class TableCheck {
    private static final Logger LOG = LoggerFactory.getLogger(TableCheck.class);

    private final Connection connection;
    private final LockTable table;
    private final Database database;
    private final TableName located;

    TableCheck(Connection connection, LockTable table) throws SQLException {
        this.connection = connection;
        this.table = table;
        database = Detection.detect(connection);
        located = Dialects.located(connection, database, table.table());
    }

    Database database() {
        return database;
    }

    ForeignTable open(Use use) throws SQLException {
        if (database == Database.MYSQL || database == Database.MARIADB) {
            requireStrict();
        }
        TableDiagnosis diagnosis = new TableDiagnosis(connection, database, table, located);
        diagnosis.requireLocated();
        try {
            ForeignTable opened =
                    ForeignTable.open(connection, database, table.named(located), use.owner(), use.reclaiming());
            List<Finding> findings = opened.examine(connection);
            rejectImpossible(findings);
            opened.dryRun(connection);
            findings.forEach(finding -> LOG.warn("lock table {} on {}: {}", table.table(), database, finding));
            return opened;
        } catch (SQLException failure) {
            throw diagnosis.of(failure);
        }
    }

    private void rejectImpossible(List<Finding> findings) {
        findings.stream()
                .filter(finding -> finding.severity() == Severity.IMPOSSIBLE)
                .findFirst()
                .ifPresent(finding -> {
                    throw new LockSetupException(
                            "the lock table " + table.table() + " cannot be used: " + finding.advice(), null);
                });
    }

    /** Where a name that does not fit is truncated instead of rejected, two locks could become one. */
    private void requireStrict() throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT @@sql_mode")) {
            rows.next();
            String mode = rows.getString(1);
            if (!mode.contains("STRICT_TRANS_TABLES") && !mode.contains("STRICT_ALL_TABLES")) {
                throw new LockSetupException(
                        "the sessions of this data source are not in strict mode (sql_mode '" + mode
                                + "'), so a name that does not fit its column is cut, and two locks become one;"
                                + " add STRICT_TRANS_TABLES to sql_mode",
                        null);
            }
        }
    }
}
