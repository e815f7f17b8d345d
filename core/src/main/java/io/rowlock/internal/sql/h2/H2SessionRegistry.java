package io.rowlock.internal.sql.h2;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Native locks for H2, which has none. A row of the kind {@code native-lock} for each lock names the connection that has it, and
 * H2's list of sessions says whether that connection is still open. An id is used once while the database is open, and with the
 * connection's start beside it never again. Only administrators see the sessions of others in that list.
 */
final class H2SessionRegistry implements NativeLocks {
    private static final int FIRST_SLOT = -20;
    private static final String STARTED = "CAST(EXTRACT(EPOCH FROM s.session_start) * 1000000 AS BIGINT)";

    private static final Query SESSION = new Query("SELECT SESSION_ID()");
    private static final Query ADMINISTRATOR =
            new Query("SELECT is_admin FROM information_schema.users WHERE user_name = CURRENT_USER");

    private final Query create;
    private final Query lock;
    private final Query unlock;
    private final Query unlockAll;
    private final Query holder;

    H2SessionRegistry(Template template) {
        create = template.query("""
                INSERT INTO {table} (name, slot, kind)
                SELECT CAST(? AS VARCHAR), CAST(? AS INTEGER), 'native-lock'
                WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE name = ? AND slot = ?)""");
        lock = template.query("""
                UPDATE {table} l
                SET (connection_id, since_us) = (
                    SELECT s.session_id, {started} FROM information_schema.sessions s WHERE s.session_id = SESSION_ID())
                WHERE name = ? AND slot = ? AND NOT EXISTS (
                    SELECT 1 FROM information_schema.sessions s
                    WHERE s.session_id = l.connection_id AND {started} = l.since_us)""".replace("{started}", STARTED));
        unlock = template.query("UPDATE {table} SET connection_id = NULL, since_us = NULL"
                + " WHERE name = ? AND slot = ? AND connection_id = SESSION_ID()");
        unlockAll = template.query("UPDATE {table} SET connection_id = NULL, since_us = NULL"
                + " WHERE kind = 'native-lock' AND connection_id = SESSION_ID()");
        holder = template.query("""
                SELECT l.connection_id
                FROM {table} l JOIN information_schema.sessions s
                  ON s.session_id = l.connection_id AND {started} = l.since_us
                WHERE l.name = ? AND l.slot = ?""".replace("{started}", STARTED));
    }

    @Override
    public Optional<Finding> obstacle(Connection connection) throws SQLException {
        List<Boolean> administrator = ADMINISTRATOR.list(connection, Query.NOTHING, row -> row.getBoolean(1));
        return administrator.contains(true)
                ? Optional.empty()
                : Optional.of(Finding.impossible(
                        "S1",
                        "H2 shows only its administrators whether another's session still lives",
                        "connect as one, or use locks on leases, which are the default"));
    }

    @Override
    public String session(Connection connection) throws SQLException {
        return SESSION.one(connection, Query.NOTHING, row -> name(row.getLong(1)));
    }

    private static String name(long id) {
        return "session " + id;
    }

    @Override
    public boolean tryLock(Connection connection, LockKey key) throws SQLException {
        if (lock.update(connection, statement -> bind(statement, 1, key)) == 1) {
            return true;
        }
        boolean isNew = create.update(connection, statement -> {
                    bind(statement, 1, key);
                    bind(statement, 3, key);
                })
                == 1;
        return isNew && lock.update(connection, statement -> bind(statement, 1, key)) == 1;
    }

    @Override
    public boolean unlock(Connection connection, LockKey key) throws SQLException {
        return unlock.update(connection, statement -> bind(statement, 1, key)) == 1;
    }

    @Override
    public void unlockAll(Connection connection, Set<LockKey> known) throws SQLException {
        unlockAll.update(connection, Query.NOTHING);
    }

    @Override
    public Optional<String> holder(Connection connection, LockKey key) throws SQLException {
        return holder.list(connection, statement -> bind(statement, 1, key), row -> name(row.getLong(1))).stream()
                .findFirst();
    }

    /** H2's driver ignores an abort. A pool that is given the connection back keeps the session, and would keep its locks. */
    @Override
    public boolean endOnAbort() {
        return false;
    }

    private static void bind(PreparedStatement statement, int first, LockKey key) throws SQLException {
        statement.setString(first, key.name());
        statement.setInt(first + 1, FIRST_SLOT - key.slot());
    }
}
