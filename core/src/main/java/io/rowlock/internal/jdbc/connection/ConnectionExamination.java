package io.rowlock.internal.jdbc.connection;

import io.rowlock.Finding;
import io.rowlock.internal.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Examines a configured connection, then lets the dialect examine the server and the table. Every connection is switched to
 * autocommit and READ COMMITTED when it is borrowed, so its original mode does not matter; but some data sources, those of a
 * transaction manager for one, do not let it be switched.
 */
public final class ConnectionExamination {
    private ConnectionExamination() {}

    public static List<Finding> examine(BorrowedConnection borrowed, Dialect dialect) throws SQLException {
        List<Finding> findings = new ArrayList<>(examine(borrowed.connection(), dialect));
        findings.addAll(borrowed.findings());
        return findings;
    }

    public static List<Finding> examine(Connection connection, Dialect dialect) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        SessionMode mode = SessionMode.of(connection);
        if (!connection.getAutoCommit() || !mode.autoCommit()) {
            findings.add(Finding.impossible(
                    "S1, S10",
                    "the data source's connections stay in a transaction although they are switched to autocommit, so"
                            + " nobody knows when a grant is committed",
                    "give Rowlock a data source that no transaction manager wraps"));
        }
        if (mode.isolation() != Connection.TRANSACTION_READ_COMMITTED) {
            findings.add(Finding.warning(
                    "L1, L6",
                    "the data source's connections do not accept READ COMMITTED, so statements that meet on a row fail"
                            + " instead of reading it again",
                    "give Rowlock a data source whose connections may be switched to READ COMMITTED"));
        }
        findings.addAll(dialect.examine(connection));
        return findings;
    }
}
