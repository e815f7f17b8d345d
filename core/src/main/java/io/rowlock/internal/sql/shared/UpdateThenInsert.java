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
 *   <li>Take the row if it is free: one statement, with which the common path ends.
 *   <li>If that changed nothing, read the row: another's, or this claim's own earlier grant.
 *   <li>If there is no row, create it, granted. A claim that loses this race is busy.
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

    public List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException {
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
        RowSnapshot found = common.look(connection, claim.key());
        if (found.row() == null && found.now() <= claim.notAfter()) {
            token = createUnlessThere(connection, claim);
        }
        return token != NONE ? new AcquireResult.Granted(token) : common.confirmed(connection, claim, found.busy());
    }

    private long createUnlessThere(Connection connection, Claim claim) throws SQLException {
        try {
            return create.grant(connection, claim);
        } catch (SQLException failure) {
            if (isDuplicateKey(failure)) {
                return NONE;
            }
            throw failure;
        }
    }

    public static boolean isDuplicateKey(SQLException failure) {
        return DUPLICATE_KEY.equals(failure.getSQLState());
    }
}
