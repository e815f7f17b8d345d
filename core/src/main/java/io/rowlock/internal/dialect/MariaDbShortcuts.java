package io.rowlock.internal.dialect;

import io.rowlock.spi.Claim;
import io.rowlock.spi.Grant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * MariaDB's way not to wait for a row that is locked, at a fraction of the cost: a statement can be given a lock wait of
 * nothing, and then fails at once. A subquery that skips locked rows makes MariaDB create a temporary table each time,
 * which takes it longer than all the rest.
 *
 * <p>A batch in which one row is locked fails as a whole and changes nothing; then the statements that skip locked rows are
 * used.
 */
final class MariaDbShortcuts implements InnoDbShortcuts {
    private static final int LOCK_WAIT_OVER = 1205;

    private static final String AT_ONCE = "SET STATEMENT innodb_lock_wait_timeout = 0 FOR ";

    private static final String TAKE = AT_ONCE + """
            UPDATE {table}
            SET token = LAST_INSERT_ID(GREATEST(token + 1, {now})), request_id = ?, session_id = NULL, acquired_us = {now},
                expires_us = {now} + ?, lease_us = ?, grace_us = ?, keep_until_us = {now} + ?, grants = grants + 1,
                renewals = 0, owner = ?
            WHERE name = ? AND slot = ? AND {now} <= ? AND keep_until_us <= {now}
              AND (request_id IS NULL AND NOT (released_request <=> ?)
                   OR request_id <> ? AND expires_us + grace_us <= {now} AND session_id IS NULL)""";

    private static final String TAKE_TOGETHER = AT_ONCE + """
            UPDATE {claims}
            STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = c.name AND r.slot = c.slot
            SET r.token = LAST_INSERT_ID({now}), r.request_id = c.request_id, r.session_id = NULL,
                r.acquired_us = {now}, r.expires_us = {now} + c.lease_us, r.lease_us = c.lease_us, r.grace_us = c.grace_us,
                r.keep_until_us = {now} + c.keep_us, r.grants = r.grants + 1, r.renewals = 0, r.owner = c.owner
            WHERE {now} <= c.not_after_us AND r.keep_until_us <= {now} AND r.token < {now}
              AND (r.request_id IS NULL AND NOT (r.released_request <=> c.request_id)
                   OR r.request_id <> c.request_id AND r.expires_us + r.grace_us <= {now} AND r.session_id IS NULL)""";

    private static final String RELEASE = AT_ONCE + """
            UPDATE {table}
            SET released_request = ?, request_id = NULL, session_id = NULL, expires_us = {now}
            WHERE name = ? AND slot = ? AND request_id = ?""";

    private static final String RELEASE_TOGETHER = AT_ONCE + """
            UPDATE {grants}
            STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = g.name AND r.slot = g.slot
            SET r.released_request = g.request_id, r.request_id = NULL, r.session_id = NULL, r.expires_us = {now},
                r.keep_until_us = CASE WHEN g.token = 0 THEN 0 ELSE r.keep_until_us END
            WHERE r.request_id = g.request_id""";

    private static final String ONE_ROW = AT_ONCE + """
            UPDATE {table}
            SET {set}
            WHERE name = ? AND slot = ? AND {where}""";

    /** A statement that may find a row locked. */
    @FunctionalInterface
    private interface Attempt<T> {
        T run() throws SQLException;
    }

    private final Query take;
    private final Query create;
    private final Query takeTogether;
    private final Query release;
    private final Query releaseTogether;

    MariaDbShortcuts(Maker maker) {
        take = maker.query(TAKE);
        create = maker.query(AT_ONCE + CREATE);
        takeTogether = maker.query(TAKE_TOGETHER);
        release = maker.query(RELEASE);
        releaseTogether = maker.query(RELEASE_TOGETHER);
    }

    @Override
    public long take(Connection connection, Claim claim) throws SQLException {
        return numbered(take, connection, statement -> {
            int row = InnoDbShortcuts.bindTerms(statement, 1, claim);
            InnoDbShortcuts.bindRequest(statement, InnoDbShortcuts.bindRow(statement, row, claim), claim);
        });
    }

    @Override
    public long create(Connection connection, Claim claim) throws SQLException {
        return numbered(
                create,
                connection,
                statement -> InnoDbShortcuts.bindRow(statement, InnoDbShortcuts.bindTerms(statement, 1, claim), claim));
    }

    private static long numbered(Query query, Connection connection, Query.Binder binder) throws SQLException {
        return unlessLocked(
                TakeOrCreate.NONE,
                () -> query.numberedUpdate(connection, binder).number());
    }

    @Override
    public long takeTogether(Connection connection, List<Claim> claims) throws SQLException {
        return unlessLocked(
                TakeOrCreateTogether.NONE,
                () -> InnoDbShortcuts.tokenOfAll(
                        takeTogether.numberedUpdate(
                                connection, statement -> statement.setString(1, ClaimsJson.of(claims))),
                        claims));
    }

    @Override
    public int release(Connection connection, List<Grant> grants) throws SQLException {
        Grant first = grants.get(0);
        return unlessLocked(
                0,
                () -> grants.size() == 1 && first.token() != Grant.UNKNOWN_TOKEN
                        ? release.update(connection, statement -> {
                            statement.setString(1, first.requestId());
                            Common.bindKeyAt(statement, 2, first.key());
                            statement.setString(4, first.requestId());
                        })
                        : releaseTogether.update(
                                connection, statement -> statement.setString(1, GrantsJson.of(grants))));
    }

    /** Passes grants on, unless their row is locked. */
    static Passing passing(Common common, Template template) {
        return new Passing(
                common,
                new OneRow(template, ONE_ROW, ""),
                NEXT_TOKEN,
                (connection, query, binder) -> numbered(query, connection, binder));
    }

    private static <T> T unlessLocked(T ifLocked, Attempt<T> attempt) throws SQLException {
        try {
            return attempt.run();
        } catch (SQLException failure) {
            if (failure.getErrorCode() == LOCK_WAIT_OVER) {
                return ifLocked;
            }
            throw failure;
        }
    }
}
