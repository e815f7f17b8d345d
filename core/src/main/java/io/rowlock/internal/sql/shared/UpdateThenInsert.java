package io.rowlock.internal.sql.shared;

import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Acquires claim by claim on databases that cannot update and insert in one statement.
 *
 * <ol>
 *   <li>Take the row if it is free: one statement, and the end of it on the common path.
 *   <li>If that changed nothing, look at the row: another's, or this claim's own earlier grant.
 *   <li>If there is no row, create it, granted. Whoever loses that race is refused, and asks again if it waits.
 * </ol>
 */
public final class UpdateThenInsert {

    /** In place of a token: nothing was granted. Tokens are database times, so never this. */
    public static final long NONE = 0;

    private static final String DUPLICATE_KEY = "23505";

    /** One of the two ways to a grant. */
    @FunctionalInterface
    public interface Grantor {
        /** Returns the token of the grant, or {@link #NONE}. */
        long grant(Connection connection, Claim claim) throws SQLException;
    }

    private final CommonSql common;
    private final Grantor take;
    private final Grantor create;

    public UpdateThenInsert(CommonSql common, Grantor take, Grantor create) {
        this.common = common;
        this.take = take;
        this.create = create;
    }

    public List<AcquireResult> all(Connection connection, List<Claim> claims) throws SQLException {
        List<AcquireResult> outcomes = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            outcomes.add(one(connection, claim));
        }
        return outcomes;
    }

    private AcquireResult one(Connection connection, Claim claim) throws SQLException {
        long token = take.grant(connection, claim);
        if (token != NONE) {
            return new AcquireResult.Granted(token);
        }
        RowSnapshot looked = common.look(connection, claim.key());
        if (looked.row() == null && looked.now() <= claim.notAfter()) {
            token = createUnlessThere(connection, claim);
        }
        return token != NONE ? new AcquireResult.Granted(token) : common.confirmed(connection, claim, looked.busy());
    }

    private long createUnlessThere(Connection connection, Claim claim) throws SQLException {
        try {
            return create.grant(connection, claim);
        } catch (SQLException failure) {
            if (DUPLICATE_KEY.equals(failure.getSQLState())) {
                return NONE;
            }
            throw failure;
        }
    }
}
