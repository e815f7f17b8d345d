package io.rowlock.internal.sql.postgresql;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.shared.LockNumbers;
import io.rowlock.internal.sql.statement.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** PostgreSQL's advisory locks of a session, by 64-bit number. They are of one database, not of the whole server. */
final class PostgreSqlLocks implements NativeLocks {
    private static final Query SESSION = new Query("SELECT pg_backend_pid()");
    private static final Query TRY_LOCK = new Query("SELECT pg_try_advisory_lock(?)");
    private static final Query UNLOCK = new Query("SELECT pg_advisory_unlock(?)");
    private static final Query UNLOCK_ALL = new Query("SELECT pg_advisory_unlock_all()");
    private static final Query HOLDER = new Query("""
            SELECT pid
            FROM pg_locks
            WHERE locktype = 'advisory' AND objsubid = 1 AND granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND classid::bigint = ? AND objid::bigint = ?""");
    private static final Query SILENCE =
            new Query("SELECT setting::bigint FROM pg_settings WHERE name = 'idle_session_timeout'");
    private static final Query LIMIT_SILENCE = new Query("SELECT set_config('idle_session_timeout', ?, false)");
    private static final long LOW_HALF = 0xffff_ffffL;

    private final LockNumbers numbers;

    PostgreSqlLocks(LockNumbers numbers) {
        this.numbers = numbers;
    }

    @Override
    public String session(Connection connection) throws SQLException {
        return SESSION.one(connection, Query.NOTHING, row -> name(row.getLong(1)));
    }

    private static String name(long pid) {
        return "backend " + pid;
    }

    @Override
    public boolean tryLock(Connection connection, LockKey key) throws SQLException {
        return ask(connection, TRY_LOCK, key);
    }

    @Override
    public boolean unlock(Connection connection, LockKey key) throws SQLException {
        return ask(connection, UNLOCK, key);
    }

    private boolean ask(Connection connection, Query query, LockKey key) throws SQLException {
        long number = numbers.of(connection, key);
        return query.one(connection, statement -> statement.setLong(1, number), row -> row.getBoolean(1));
    }

    @Override
    public void unlockAll(Connection connection, Set<LockKey> known) throws SQLException {
        UNLOCK_ALL.one(connection, Query.NOTHING, row -> true);
    }

    @Override
    public Optional<String> holder(Connection connection, LockKey key) throws SQLException {
        long number = numbers.of(connection, key);
        return HOLDER
                .list(
                        connection,
                        statement -> {
                            statement.setLong(1, number >>> Integer.SIZE);
                            statement.setLong(2, number & LOW_HALF);
                        },
                        row -> name(row.getLong(1)))
                .stream()
                .findFirst();
    }

    @Override
    public long silence(Connection connection) throws SQLException {
        return SILENCE.one(connection, Query.NOTHING, row -> row.getLong(1));
    }

    @Override
    public void limitSilence(Connection connection, long millis) throws SQLException {
        LIMIT_SILENCE.one(connection, statement -> statement.setString(1, Long.toString(millis)), row -> true);
    }
}
