package io.rowlock.internal.sql.shared;

import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Hands a grant over to a claim: a release and a take of the same row, in one statement.
 *
 * <ol>
 *   <li>It writes what a take writes, and the trace that a release leaves; so a release of the old grant that comes later is
 *       answered as done.
 *   <li>It compares token and request id, so it is done once at most: a token does not come back.
 *   <li>Its row must be locked as a take locks it, which a guard of the old grant prevents.
 *   <li>A lock that is to be kept is not handed over, because it is not free when it is released either.
 * </ol>
 */
public final class HandOffSql {
    private static final String WHERE = """
            token = ? AND request_id = ? AND (expires_us > {now} OR session_id IS NOT NULL)
                  AND keep_until_us <= {now} AND {running} <= ?""";

    /** Runs the statement. */
    @FunctionalInterface
    public interface Running {

        /** Returns the token that it wrote; {@link UpdateThenInsert#NONE} if it wrote nothing. */
        long token(Connection connection, Query query, Query.Binder binder) throws SQLException;
    }

    private final CommonSql common;
    private final CompareAndSet.Change change;
    private final Running running;

    /**
     * Hands grants over.
     *
     * @param common to read a row that was not changed
     * @param one compares and sets one row, locked as for a take
     * @param nextToken the expression of the next token
     * @param running runs it
     */
    public HandOffSql(CommonSql common, CompareAndSet one, String nextToken, Running running) {
        this.common = common;
        change = one.change("released_request = ?, " + GrantSql.bound().set(nextToken), WHERE);
        this.running = running;
    }

    public AcquireResult execute(Connection connection, Grant from, Claim to) throws SQLException {
        long token = running.token(connection, change.query(), change.binder(set(from, to), where(from, to)));
        return token == UpdateThenInsert.NONE
                ? common.confirmed(
                        connection, to, common.look(connection, to.key()).busy())
                : new AcquireResult.Granted(token);
    }

    private static List<?> set(Grant from, Claim to) {
        return Stream.concat(Stream.of(from.requestId()), GrantSql.values(to).stream())
                .toList();
    }

    private static List<?> where(Grant from, Claim to) {
        return List.of(from.key().name(), from.key().slot(), from.token(), from.requestId(), to.notAfter());
    }

    /** The token is in the row that comes back. */
    public static long returned(Connection connection, Query query, Query.Binder binder) throws SQLException {
        return query.list(connection, binder, row -> row.getLong(1)).stream()
                .findFirst()
                .orElse(UpdateThenInsert.NONE);
    }

    /** The token is the number that was set aside. */
    public static long numbered(Connection connection, Query query, Query.Binder binder) throws SQLException {
        return query.numberedUpdate(connection, binder).number();
    }
}
