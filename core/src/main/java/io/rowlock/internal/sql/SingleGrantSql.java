package io.rowlock.internal.sql;

import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** The statements on one grant that are seldom sent, so that those of {@link LeaseSql} stay short. Immutable and thread-safe. */
public interface SingleGrantSql {

    /**
     * See {@link LockStore#extend}.
     *
     * @param connection to use
     * @param grant the grant
     * @param terms the new terms
     * @return the answer
     * @throws SQLException when it fails
     */
    GrantOutcome extend(Connection connection, Grant grant, Terms terms) throws SQLException;

    /**
     * See {@link LockStore#renew(Grant, Duration)}.
     *
     * @param connection to use
     * @param grant the grant
     * @param atLeast how long it is honoured at least
     * @return the answer
     * @throws SQLException when it fails
     */
    GrantOutcome renew(Connection connection, Grant grant, Duration atLeast) throws SQLException;

    /**
     * Releases a grant whose lock stays taken.
     *
     * @param connection to use
     * @param grant the grant
     * @return the answer
     * @throws SQLException when it fails
     */
    GrantOutcome releaseKept(Connection connection, Grant grant) throws SQLException;
}
