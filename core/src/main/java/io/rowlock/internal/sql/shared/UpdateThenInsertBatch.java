package io.rowlock.internal.sql.shared;

import io.rowlock.LockKey;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Acquires many locks together on databases that cannot update and insert in one statement.
 *
 * <ol>
 *   <li>Take the rows that are free. Where that tells the token of all, it is the end of it on the common path.
 *   <li>Look at the rows: another's, or a claim's own grant, whose request id it bears.
 *   <li>Create those that are not there, granted, and look again. Whoever loses that race is refused, and asks again if it
 *       waits.
 * </ol>
 */
public final class UpdateThenInsertBatch {

    /** In place of a token: nothing was granted, or not told. Tokens are database times, so never this. */
    public static final long NONE = 0;

    private static final String DUPLICATE_KEY = "23505";

    /** One of the two ways to a grant. */
    @FunctionalInterface
    public interface Grantor {
        /** Grants what it can; returns the token of all claims, or {@link #NONE} if it does not know. */
        long grant(Connection connection, List<Claim> claims) throws SQLException;
    }

    /** Looks at the rows of claims, present or not. */
    @FunctionalInterface
    public interface Look {
        Map<LockKey, RowSnapshot> at(Connection connection, List<Claim> claims) throws SQLException;
    }

    private final Grantor take;
    private final Look look;
    private final Grantor create;

    public UpdateThenInsertBatch(Grantor take, Look look, Grantor create) {
        this.take = take;
        this.look = look;
        this.create = create;
    }

    public List<AcquireResult> all(Connection connection, List<Claim> claims) throws SQLException {
        long token = take.grant(connection, claims);
        if (token != NONE) {
            return granted(claims, token);
        }
        Map<LockKey, RowSnapshot> looked = new HashMap<>(look.at(connection, claims));
        List<Claim> missing = claims.stream()
                .filter(claim -> row(looked, claim).isMissingFor(claim))
                .toList();
        if (!missing.isEmpty()) {
            token = createUnlessThere(connection, missing);
            if (token != NONE && missing.size() == claims.size()) {
                return granted(claims, token);
            }
            looked.putAll(look.at(connection, missing));
        }
        return claims.stream().map(claim -> row(looked, claim).outcome(claim)).toList();
    }

    private static List<AcquireResult> granted(List<Claim> claims, long token) {
        return Collections.nCopies(claims.size(), new AcquireResult.Granted(token));
    }

    private static RowSnapshot row(Map<LockKey, RowSnapshot> looked, Claim claim) {
        return Objects.requireNonNull(looked.get(claim.key()), "every claim was looked for");
    }

    /** A row that someone else has just created fails the statement, so each claim is then tried by itself. */
    private long createUnlessThere(Connection connection, List<Claim> claims) throws SQLException {
        try {
            return create.grant(connection, claims);
        } catch (SQLException failure) {
            if (!DUPLICATE_KEY.equals(failure.getSQLState())) {
                throw failure;
            }
        }
        for (Claim claim : claims.size() == 1 ? List.<Claim>of() : claims) {
            createUnlessThere(connection, List.of(claim));
        }
        return NONE;
    }
}
