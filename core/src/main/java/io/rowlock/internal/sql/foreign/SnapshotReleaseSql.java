package io.rowlock.internal.sql.foreign;

import io.rowlock.internal.store.Grant;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Releases of grants whose owners chose their names, on a table that others have designed. The owner's value does not tell such a
 * grant from the same owner's next one: its expiry does, with a latest time.
 *
 * <ol>
 *   <li>Read the expiry, which every claim writes anew.
 *   <li>Release the row if it still has that expiry, and the latest time has not passed by a clock that goes on while the statement
 *       waits.
 * </ol>
 */
public final class SnapshotReleaseSql {
    private final TableStatements statements;
    private final ForeignValues parameters;

    SnapshotReleaseSql(TableStatements statements, ForeignValues parameters) {
        this.statements = statements;
        this.parameters = parameters;
    }

    /**
     * Reads a grant.
     *
     * @param connection to use
     * @param grant the grant
     * @return its state; empty if another has the row, or nobody
     * @throws SQLException when it fails
     */
    public Optional<Grant.Seen> read(Connection connection, Grant grant) throws SQLException {
        List<Grant.Seen> found = statements.readGrant.list(
                connection,
                parameters.of(grant),
                row -> new Grant.Seen(
                        row.getObject(1, LocalDateTime.class),
                        ForeignRow.micros(row.getObject(2, LocalDateTime.class)),
                        row.getInt(3) == 1));
        return found.stream().findFirst();
    }

    /**
     * Releases a grant that stands as it was seen.
     *
     * @param connection to use
     * @param grant the grant
     * @param seen its state
     * @param notAfter the database's time in microseconds after which nothing is changed
     * @return false if nothing was changed
     * @throws SQLException when it fails
     */
    public boolean release(Connection connection, Grant grant, Grant.Seen seen, long notAfter) throws SQLException {
        Map<String, Object> values = parameters.of(grant);
        values.put("seen", seen.expiry());
        values.put("late", ForeignValues.utc(notAfter));
        return statements.releaseSeen.update(connection, values) == 1;
    }

    void dryRun(Connection connection, Grant none) throws SQLException {
        read(connection, none);
        release(connection, none, new Grant.Seen(ForeignValues.utc(0), 0, false), 0);
    }
}
