package io.rowlock.internal.dialect;

import io.rowlock.LockKey;
import io.rowlock.spi.Batch;
import io.rowlock.spi.Claim;
import io.rowlock.spi.Grant;
import io.rowlock.spi.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The common case on PostgreSQL in its cheapest form: take a lock whose row is there and free, release one that nobody waits
 * for. What a shortcut leaves undone is no refusal: the full statement decides.
 *
 * <p>The inner SELECT locks the row, skipping one that is locked, and looks at its latest version; the UPDATE goes to that
 * very version. If the row was changed since the statement began, the UPDATE does not see the version that was locked, and
 * changes nothing. Which locks have needed more than a shortcut is remembered, so that they are spared the detour.
 */
final class PostgreSqlShortcuts {
    private static final String ACQUIRE = """
            UPDATE {table}
            SET token = greatest(token + 1, {now}), request_id = ?, session_id = NULL, acquired_us = {now},
                expires_us = {now} + ?, lease_us = ?, grace_us = ?, keep_until_us = {now} + ?, grants = grants + 1,
                renewals = 0, owner = ?
            WHERE ctid = (
                SELECT ctid
                FROM {table} l
                WHERE l.name = ? AND l.slot = ? AND l.request_id IS NULL AND l.released_request IS DISTINCT FROM ?
                  AND {now} <= ? AND l.keep_until_us <= {now}
                FOR UPDATE SKIP LOCKED)
            RETURNING token""";

    private static final String RELEASE = """
            UPDATE {table}
            SET released_request = request_id, request_id = NULL, session_id = NULL, expires_us = {now}
            WHERE ctid = (
                SELECT ctid
                FROM {table} l
                WHERE l.name = ? AND l.slot = ? AND l.request_id = ?
                FOR NO KEY UPDATE SKIP LOCKED)
              AND NOT EXISTS (
                SELECT 1 FROM {table} r WHERE r.name = ? AND r.slot <= -1000 AND r.expires_us > {now})""";

    private static final String ACQUIRES = """
            WITH claim AS (
                {claims}
            ), free AS (
                SELECT l.ctid AS version, c.*
                FROM claim c JOIN {table} l ON l.name = c.name AND l.slot = c.slot
                WHERE l.request_id IS NULL AND l.released_request IS DISTINCT FROM c.request_id
                  AND c.now_us <= c.not_after_us AND l.keep_until_us <= c.now_us
                ORDER BY l.name, l.slot
                FOR UPDATE OF l SKIP LOCKED
            )
            UPDATE {table} l
            SET token = greatest(l.token + 1, f.now_us), request_id = f.request_id, session_id = NULL,
                acquired_us = f.now_us, expires_us = f.now_us + f.lease_us, lease_us = f.lease_us, grace_us = f.grace_us,
                keep_until_us = f.now_us + f.keep_us, grants = l.grants + 1, renewals = 0, owner = f.owner
            FROM free f
            WHERE l.ctid = f.version
            RETURNING f.ordinal, l.token""";

    private static final String RELEASES = """
            WITH grants AS (
                {grants}
            ), mine AS (
                SELECT l.ctid AS version
                FROM grants g JOIN {table} l ON l.name = g.name AND l.slot = g.slot
                WHERE l.request_id = g.request_id AND g.token <> 0
                  AND NOT EXISTS (
                    SELECT 1 FROM {table} r WHERE r.name = g.name AND r.slot <= -1000 AND r.expires_us > {now})
                ORDER BY l.name, l.slot
                FOR NO KEY UPDATE OF l SKIP LOCKED
            )
            UPDATE {table} l
            SET released_request = l.request_id, request_id = NULL, session_id = NULL, expires_us = {now}
            FROM mine m
            WHERE l.ctid = m.version
            RETURNING l.name, l.slot""";

    private final Query acquire;
    private final Query release;
    private final Query acquires;
    private final Query releases;
    private final Query both;
    /** Those that have needed more to acquire. */
    private final Remembered busy = new Remembered();

    /** Those that have needed more to release. */
    private final Remembered awaited = new Remembered();

    /**
     * The shortcuts.
     *
     * @param template fills in table and clock
     * @param claims many claims, as a SELECT
     * @param grants many grants, as a SELECT
     * @param rowByRow goes before the statements of a batch
     */
    PostgreSqlShortcuts(Template template, String claims, String grants, String rowByRow) {
        acquire = template.query(ACQUIRE);
        release = template.query(RELEASE);
        String taking = rowByRow + ";\n" + ACQUIRES.replace("{claims}", claims);
        String freeing = RELEASES.replace("{grants}", grants);
        acquires = template.query(taking);
        releases = template.query(rowByRow + ";\n" + freeing);
        both = template.query(taking + ";\n" + freeing);
    }

    /** Takes the lock of a claim; returns its token, or {@link TakeOrCreate#NONE}. */
    long acquire(Connection connection, Claim claim) throws SQLException {
        if (busy.has(claim.key())) {
            return TakeOrCreate.NONE;
        }
        List<Long> token = acquire.list(connection, statement -> bind(statement, claim), row -> row.getLong(1));
        if (token.isEmpty()) {
            busy.remember(claim.key());
        }
        return token.isEmpty() ? TakeOrCreate.NONE : token.get(0);
    }

    /** The full statement has granted a lock. */
    void wasAcquired(LockKey key) {
        busy.forget(key);
    }

    private static void bind(PreparedStatement statement, Claim claim) throws SQLException {
        statement.setString(1, claim.requestId());
        Common.bindTerms(statement, 2, claim.terms());
        statement.setLong(5, Micros.of(claim.keepFor()));
        statement.setString(6, claim.owner());
        Common.bindKeyAt(statement, 7, claim.key());
        statement.setString(9, claim.requestId());
        statement.setLong(10, claim.notAfter());
    }

    /** Releases a grant; false if it did not. */
    boolean release(Connection connection, Grant grant) throws SQLException {
        if (grant.token() == Grant.UNKNOWN_TOKEN || awaited.has(grant.key())) {
            return false;
        }
        int released = release.update(connection, statement -> {
            Common.bindKey(statement, grant.key());
            statement.setString(3, grant.requestId());
            statement.setString(4, grant.key().name());
        });
        if (released == 0) {
            awaited.remember(grant.key());
        }
        return released == 1;
    }

    /** The full statement has released a lock, and nobody waited for it. */
    void wasReleasedUnawaited(LockKey key) {
        awaited.forget(key);
    }

    /**
     * What of a batch was done.
     *
     * @param tokens of the claims that were granted, by their place in the list
     * @param released the locks that were released
     */
    record Done(Map<Integer, Long> tokens, Set<LockKey> released) {}

    /** Takes and releases what can be, in one commit; does not renew. */
    Done serve(Connection connection, Batch batch) throws SQLException {
        Done done = new Done(new HashMap<>(), new HashSet<>());
        Query.RowReader granted = row -> done.tokens.put(row.getInt(1) - 1, row.getLong(2));
        Query.RowReader freed = row -> done.released.add(Rows.key(row));
        if (batch.releases().isEmpty()) {
            acquires.lists(
                    connection,
                    statement -> new ArrayBinder(connection, statement).claims(batch.claims()),
                    List.of(Query.SKIP, granted));
        } else if (batch.claims().isEmpty()) {
            releases.lists(
                    connection,
                    statement -> new ArrayBinder(connection, statement).grants(batch.releases()),
                    List.of(Query.SKIP, freed));
        } else {
            both.lists(
                    connection,
                    statement -> new ArrayBinder(connection, statement)
                            .claims(batch.claims())
                            .grants(batch.releases()),
                    List.of(Query.SKIP, granted, freed));
        }
        return done;
    }
}
