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
 * Acquires several locks together on databases that cannot update and insert in one statement.
 *
 * <ol>
 *   <li>Take the rows that are free. Where that tells the token of all, the common path ends here.
 *   <li>Read the rows: another's, or a claim's own grant, which has its request id.
 *   <li>Create those that are not there, granted, and read again. A claim that loses this race is busy.
 * </ol>
 */
public final class UpdateThenInsertBatch {

    /** One of the two ways to a grant. */
    @FunctionalInterface
    public interface Grantor {
        /** Grants what it can; returns the token of all claims, or {@link UpdateThenInsert#NONE} if it does not know. */
        long grant(Connection connection, List<Claim> claims) throws SQLException;
    }

    /** Reads the rows of claims, present or not. */
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

    public List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException {
        long token = take.grant(connection, claims);
        return token != UpdateThenInsert.NONE ? granted(claims, token) : untaken(connection, claims);
    }

    /** The results of claims of which taking did not tell the token. */
    public List<AcquireResult> untaken(Connection connection, List<Claim> claims) throws SQLException {
        Map<LockKey, RowSnapshot> found = new HashMap<>(look.at(connection, claims));
        List<Claim> missing = claims.stream()
                .filter(claim -> row(found, claim).isMissingFor(claim))
                .toList();
        if (!missing.isEmpty()) {
            long token = createUnlessThere(connection, missing);
            if (token != UpdateThenInsert.NONE && missing.size() == claims.size()) {
                return granted(claims, token);
            }
            found.putAll(look.at(connection, missing));
        }
        return claims.stream().map(claim -> row(found, claim).outcome(claim)).toList();
    }

    private static List<AcquireResult> granted(List<Claim> claims, long token) {
        return Collections.nCopies(claims.size(), new AcquireResult.Granted(token));
    }

    private static RowSnapshot row(Map<LockKey, RowSnapshot> found, Claim claim) {
        return Objects.requireNonNull(found.get(claim.key()), "every claim was looked for");
    }

    /** A row that someone else has just created fails the statement, so each claim is then tried by itself. */
    private long createUnlessThere(Connection connection, List<Claim> claims) throws SQLException {
        try {
            return create.grant(connection, claims);
        } catch (SQLException failure) {
            if (!UpdateThenInsert.isDuplicateKey(failure)) {
                throw failure;
            }
        }
        for (Claim claim : claims.size() == 1 ? List.<Claim>of() : claims) {
            createUnlessThere(connection, List.of(claim));
        }
        return UpdateThenInsert.NONE;
    }
}
