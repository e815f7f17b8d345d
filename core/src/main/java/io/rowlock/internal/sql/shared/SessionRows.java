package io.rowlock.internal.sql.shared;

import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.SessionSql;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Rows;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the kind {@code session}.
 *
 * <ol>
 *   <li>The name of a session's row is its id. The state is {@code open} while the session lives. An {@code ended} session
 *       never lives again, and its expiry stands still. The row of a {@code closed} one is reused for another session.
 *   <li>A session is ended by compare-and-set on a row that no transaction has locked. A client that finds it expired,
 *       including its grace, ends it, so a heartbeat in flight keeps it alive. A revoke ends it at any time.
 *   <li>Only then does a lock's row leave it, with the later of both expiries, which does not change when the lock is free.
 *       A lock is taken only if its row names no session, so the statement that takes it reads one row.
 *   <li>If the row of a session is missing, an ended one is inserted that lasts for one lease from now, which is no less than
 *       its grants had.
 * </ol>
 */
public final class SessionRows implements SessionSql {

    /** Attempts of a heartbeat at a row that a purge or another client may have locked for a moment. */
    private static final int ATTEMPTS = 3;

    private static final String DUPLICATE = "23";
    private static final String OPEN = "open";

    /**
     * A change of a grant's session, made by a renewal. A grant changes its session only if it has none, or the one that is
     * expected: so a renewal that was stuck in a network undoes nothing that came after it.
     *
     * @param expected the session that the grant may belong to
     * @param next the session that it belongs to afterwards; null for none
     */
    public record Move(String expected, @Nullable String next) {

        static Move into(String session) {
            return new Move(session, session);
        }

        static Move outOf(String session) {
            return new Move(session, null);
        }
    }

    /** Renews grants, and moves them from one session to another. */
    @FunctionalInterface
    public interface Renewal {
        List<GrantOutcome> renew(Connection connection, List<Grant> grants, Move move) throws SQLException;
    }

    private final CommonSql common;
    private final Renewal renewal;
    private final Query insert;
    private final Query find;
    private final Query insertEnded;
    private final Query closed;
    private final Query orphans;
    private final Query old;
    private final Query delete;
    private final CompareAndSet.Change reopen;
    private final CompareAndSet.Change heartbeat;
    private final CompareAndSet.Change endIfExpired;
    private final CompareAndSet.Change end;
    private final CompareAndSet.Change close;
    private final CompareAndSet.Change leave;

    public SessionRows(Template template, CompareAndSet one, CommonSql common, Renewal renewal) {
        this.common = common;
        this.renewal = renewal;
        insert = template.query("""
                INSERT INTO {table} (name, slot, kind, session_state, since_us, expires_us, lease_us, grace_us, owner)
                VALUES (?, -2, 'session', 'open', {now}, {now} + ?, ?, ?, ?)""");
        find = template.query("SELECT session_state, expires_us, {now} FROM {table} WHERE name = ? AND slot = ?");
        insertEnded = template.query("""
                INSERT INTO {table} (name, slot, kind, session_state, expires_us, lease_us, grace_us)
                SELECT l.session_id, -2, 'session', 'ended', {now} + l.lease_us, l.lease_us, l.grace_us
                FROM {table} l
                WHERE l.name = ? AND l.slot = ? AND l.session_id = ?""");
        closed = template.query("""
                SELECT MIN(name)
                FROM {table}
                WHERE name >= 'session.' AND name < 'session/' AND kind = 'session' AND session_state = 'closed'""");
        orphans = template.query("""
                SELECT l.name, l.slot, l.session_id
                FROM {table} l {session}
                WHERE l.slot >= 0 AND l.session_id IS NOT NULL AND (s.name IS NULL OR s.expires_us < {now} - ?)""");
        old = template.query("""
                SELECT name
                FROM {table}
                WHERE name >= 'session.' AND name < 'session/' AND kind = 'session' AND expires_us < {now} - ?""");
        delete = template.query("DELETE FROM {table} WHERE name = ? AND slot = ? AND expires_us < {now} - ?");
        reopen = one.change("""
                {row}name = ?, session_state = 'open', since_us = {now}, expires_us = {now} + ?, lease_us = ?, grace_us = ?,
                renewals = 0, owner = ?""", "session_state = 'closed'");
        heartbeat = one.change(
                "expires_us = CASE WHEN expires_us < {now} + lease_us THEN {now} + lease_us ELSE expires_us END,"
                        + " renewals = renewals + 1",
                "session_state = 'open' AND expires_us > {now}");
        endIfExpired =
                one.change("session_state = 'ended'", "session_state = 'open' AND expires_us + grace_us <= {now}");
        end = one.change("session_state = 'ended'", "session_state = 'open'");
        close = one.change("session_state = 'closed', expires_us = 0", "session_state = 'open'");
        leave = one.change(
                "session_id = NULL, expires_us = CASE WHEN expires_us < ? THEN ? ELSE expires_us END",
                "session_id = ?");
    }

    /** Reuses the row of a closed session, so that restarts do not fill the table, or inserts one. */
    @Override
    public void open(Connection connection, String id, Terms terms, String owner) throws SQLException {
        long lease = terms.leaseMicros();
        List<Object> values = List.of(id, lease, lease, terms.graceMicros(), owner);
        Optional<String> row = closed.one(connection, Query.NOTHING, found -> Optional.ofNullable(found.getString(1)));
        if (row.isEmpty() || !reopen.run(connection, values, key(row.get()))) {
            insert.update(connection, statement -> {
                statement.setString(1, id);
                Bind.terms(statement, 2, terms);
                statement.setString(5, owner);
            });
        }
    }

    private static List<Object> key(String id) {
        return List.of(id, Dialect.SESSION_SLOT);
    }

    @Override
    public boolean heartbeat(Connection connection, String id) throws SQLException {
        for (int left = ATTEMPTS; left > 0; left--) {
            if (heartbeat.run(connection, List.of(), key(id))) {
                return true;
            }
            if (find(connection, id).filter(Found::lives).isEmpty()) {
                return false;
            }
        }
        return false;
    }

    @Override
    public List<GrantOutcome> join(Connection connection, String id, List<Grant> grants) throws SQLException {
        return renewal.renew(connection, grants, Move.into(id));
    }

    @Override
    public List<GrantOutcome> leave(Connection connection, String id, List<Grant> grants) throws SQLException {
        return renewal.renew(connection, grants, Move.outOf(id));
    }

    @Override
    public void close(Connection connection, String id) throws SQLException {
        close.run(connection, List.of(), key(id));
    }

    @Override
    public boolean leaveEnded(Connection connection, LockKey lock, String id) throws SQLException {
        return leaveEnded(connection, lock, id, endIfExpired);
    }

    private boolean leaveEnded(Connection connection, LockKey lock, String id, CompareAndSet.Change ending)
            throws SQLException {
        Optional<Found> session = find(connection, id);
        if (session.isPresent() && !session.get().hasEnded()) {
            ending.run(connection, List.of(), key(id));
            session = find(connection, id);
        }
        if (session.isEmpty()) {
            insertEnded(connection, lock, id);
            session = find(connection, id);
        }
        return session.isPresent() && session.get().hasEnded() && leave(connection, lock, id, session.get().expires);
    }

    private boolean leave(Connection connection, LockKey lock, String id, long expires) throws SQLException {
        return leave.run(connection, List.of(expires, expires), List.of(lock.name(), lock.slot(), id));
    }

    /** If another client inserts it first, that row serves as well. */
    private void insertEnded(Connection connection, LockKey lock, String id) throws SQLException {
        try {
            insertEnded.update(connection, statement -> {
                Bind.key(statement, lock);
                statement.setString(3, id);
            });
        } catch (SQLException failure) {
            if (failure.getSQLState() == null || !failure.getSQLState().startsWith(DUPLICATE)) {
                throw failure;
            }
        }
    }

    private Optional<Found> find(Connection connection, String id) throws SQLException {
        return find.list(connection, statement -> bindId(statement, id), Found::read).stream()
                .findFirst();
    }

    private static void bindId(PreparedStatement statement, String id) throws SQLException {
        statement.setString(1, id);
        statement.setInt(2, Dialect.SESSION_SLOT);
    }

    /**
     * Revokes a grant. A grant of a session leaves the session first, and for that the session must end. The next heartbeat of
     * its process then fails, and the process renews each of its grants by itself.
     */
    public Revocation revoke(Connection connection, Query update, LockKey lock, long token) throws SQLException {
        Revocation revocation = common.revoke(connection, update, lock, token);
        if (!(revocation instanceof Revocation.RowLocked)) {
            return revocation;
        }
        RowSnapshot looked = common.look(connection, lock);
        String id = looked.row() == null ? null : looked.row().sessionId();
        return id != null && leaveEnded(connection, lock, id, end)
                ? common.revoke(connection, update, lock, token)
                : revocation;
    }

    /** Deletes old locks, including those of old sessions, and then the old sessions. */
    public int purge(Connection connection, Query deleteLocks, Duration retention) throws SQLException {
        for (Orphan orphan : orphans.list(connection, statement -> bindAge(statement, 1, retention), Orphan::read)) {
            leaveEnded(connection, orphan.lock, orphan.session);
        }
        int deleted = Purge.run(connection, deleteLocks, retention);
        for (String id : old.list(connection, statement -> bindAge(statement, 1, retention), row -> row.getString(1))) {
            delete.update(connection, statement -> {
                bindId(statement, id);
                bindAge(statement, 3, retention);
            });
        }
        return deleted;
    }

    private static void bindAge(PreparedStatement statement, int index, Duration retention) throws SQLException {
        statement.setLong(index, Micros.of(retention));
    }

    /**
     * A session's row.
     *
     * @param state open, ended or closed
     * @param expires when it ends, or ended
     * @param now the database's time
     */
    private record Found(String state, long expires, long now) {
        static Found read(ResultSet row) throws SQLException {
            return new Found(row.getString(1), row.getLong(2), row.getLong(3));
        }

        boolean hasEnded() {
            return !state.equals(OPEN);
        }

        boolean lives() {
            return !hasEnded() && expires > now;
        }
    }

    /** A lock whose session ended long ago. */
    private record Orphan(LockKey lock, String session) {
        static Orphan read(ResultSet row) throws SQLException {
            return new Orphan(Rows.key(row), row.getString("session_id"));
        }
    }
}
