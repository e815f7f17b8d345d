package io.rowlock.internal.sql;

import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The statements of one database by which locks are acquired, renewed and released. Immutable and thread-safe. */
public interface LeaseSql {

    /**
     * See {@link LockStore#acquire}.
     *
     * @param connection to use
     * @param claims the claims
     * @return an answer for each
     * @throws SQLException when it fails
     */
    List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException;

    /**
     * See {@link LockStore#renew}.
     *
     * @param connection to use
     * @param grants the grants
     * @return an answer for each
     * @throws SQLException when it fails
     */
    List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException;

    /**
     * See {@link LockStore#release}.
     *
     * @param connection to use
     * @param grants the grants
     * @return an answer for each
     * @throws SQLException when it fails
     */
    List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException;

    /**
     * See {@link LockStore#releaseDurably}.
     *
     * @param connection to use
     * @param grant the grant
     * @return the answer
     * @throws SQLException when it fails
     */
    default GrantOutcome releaseDurably(Connection connection, Grant grant) throws SQLException {
        return release(connection, List.of(grant)).get(0);
    }
}
