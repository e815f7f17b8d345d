package io.rowlock.internal.jdbc.foreign;

import io.rowlock.Database;
import io.rowlock.LockSetupException;
import io.rowlock.TableName;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.sql.check.LockTableColumns;
import io.rowlock.internal.sql.check.Privileges;
import io.rowlock.internal.sql.check.TableAccess;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.foreign.TableDefinition;
import io.rowlock.internal.sql.statement.SqlStates;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.table.LockTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Says why a statement failed on a table that others have designed, and what helps. The causes are looked for in this order: a
 * missing privilege, schema, table, column. Oracle's and SQL Server's errors are not recognized, so there the driver's words stand
 * with all of them.
 */
final class TableDiagnosis {
    private static final String NAMING = "LockTable.named(\"…\")";

    private final Connection connection;
    private final Database database;
    private final LockTable table;
    private final TableName located;
    private final TableDefinition definition;
    private final Privileges privileges;
    private final TableAccess access;

    TableDiagnosis(Connection connection, Database database, LockTable table, TableName located) {
        this.connection = connection;
        this.database = database;
        this.table = table;
        this.located = located;
        definition = new TableDefinition(table);
        privileges = new Privileges(connection, new TableDescription(database, located), definition.probes());
        access = new TableAccess(privileges, table.table(), located, creation(), NAMING);
    }

    /** Rejects a table that was named without a schema, on a connection that has none. */
    void requireLocated() throws SQLException {
        access.unlocated().ifPresent(message -> {
            throw new LockSetupException(message, null);
        });
    }

    /** The exception to throw. A connection that broke or a row that was locked proves nothing, so such a failure is thrown as it is. */
    LockSetupException of(SQLException failure) throws SQLException {
        if (!SqlStates.isAnswer(failure) || Dialects.of(database, located).classify(failure) == Kind.TRANSIENT) {
            throw failure;
        }
        return new LockSetupException(message(failure), failure);
    }

    private String message(SQLException failure) throws SQLException {
        Optional<String> unreached = access.denied(failure);
        if (unreached.isEmpty()) {
            unreached = access.withoutSchema(failure);
        }
        if (unreached.isEmpty() && privileges.isWithoutTable(failure)) {
            return "table " + table.table() + " is not there; if other nodes have it under another name or in another"
                    + " schema, name it by " + NAMING + ", else create it, by " + creation();
        }
        return unreached.isPresent() ? unreached.get() : ofColumns(failure);
    }

    private String ofColumns(SQLException failure) throws SQLException {
        List<String> present;
        try {
            present = LockTableColumns.of(connection, new TableDescription(database, located));
        } catch (SQLException unreadable) {
            failure.addSuppressed(unreadable);
            return "the lock table " + table.table() + " cannot be used: " + failure.getMessage()
                    + "; see that it is there, that it has the columns " + definition.columns()
                    + ", and that this user has the privileges "
                    + definition.probes().keySet() + " on it";
        }
        List<String> missing = definition.columns().stream()
                .filter(column -> !present.contains(folded(column)))
                .toList();
        return missing.isEmpty() ? ofRejection(failure) : ofMissing(missing, present);
    }

    private String ofMissing(List<String> missing, List<String> present) {
        List<String> described =
                definition.columns().stream().map(TableDiagnosis::folded).toList();
        List<String> others =
                present.stream().filter(column -> !described.contains(column)).toList();
        return "table " + table.table() + " lacks the columns " + missing + " that its description names"
                + (others.isEmpty() ? "" : ", and has " + others + " instead")
                + "; describe the table as it is, by LockTable.of(…), or name another by " + NAMING;
    }

    private String ofRejection(SQLException failure) throws SQLException {
        return "table " + table.table() + " has the columns that its description names, and user " + privileges.user()
                + " may use it, but a statement that Rowlock needs failed on it: " + failure.getMessage()
                + "; connect to the primary, not read-only, and compare the table with " + creation();
    }

    private static String folded(String column) {
        return column.toLowerCase(Locale.ROOT);
    }

    private String creation() {
        return definition.create(database, located);
    }
}
