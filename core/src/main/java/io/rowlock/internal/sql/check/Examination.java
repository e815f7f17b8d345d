package io.rowlock.internal.sql.check;

import io.rowlock.Finding;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.SqlStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One examination of a database: collects findings, and runs queries that may be rejected. */
public final class Examination {
    private static final Logger LOG = LoggerFactory.getLogger(Examination.class);

    private final Connection connection;
    private final List<Finding> findings = new ArrayList<>();

    public Examination(Connection connection) {
        this.connection = connection;
    }

    public Connection connection() {
        return connection;
    }

    public void warning(boolean found, String promises, String risk, String remedy) {
        if (found) {
            findings.add(Finding.warning(promises, risk, remedy));
        }
    }

    public void impossible(boolean found, String promises, String risk, String remedy) {
        if (found) {
            findings.add(Finding.impossible(promises, risk, remedy));
        }
    }

    /** Warns that the statements for this database were never run on it. */
    public void neverRun(String product) {
        warning(
                true,
                "S1 to L7",
                "Rowlock's statements for " + product
                        + " were written from its manuals and have not been run on the real" + " engine",
                "run the contracts of rowlock-testkit on yours before you rely on them");
    }

    /** One warning about all the triggers that stand on the table. */
    public void triggers(TableDescription table, List<String> names) {
        warning(
                !names.isEmpty(),
                "S1, L1",
                "table " + table.name() + " has the triggers or rules " + names
                        + ", which run inside every grant and can change, reject or delay it",
                "drop them, or watch the locks with a LockListener instead");
    }

    /** Runs a query that this user or this version may not be allowed to run; a rejected one has no rows. */
    public <T> List<T> ask(Query query, Query.Binder binder, Query.Reader<T> reader) throws SQLException {
        try {
            return query.list(connection, binder, reader);
        } catch (SQLException failure) {
            if (!SqlStates.isAnswer(failure)) {
                throw failure;
            }
            LOG.debug("the database does not tell: {}", query.sql(), failure);
            return List.of();
        }
    }

    public List<Finding> findings() {
        return List.copyOf(findings);
    }
}
