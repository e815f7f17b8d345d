package io.rowlock.internal.sql.innodb;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.shared.LockNumbers;
import io.rowlock.internal.sql.shared.ServerNames;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The user-level locks of MySQL and MariaDB: {@code GET_LOCK}, by names of the whole server.
 *
 * <p>{@link ServerNames} says what a lock is called there. A lock may have two names, its own and the one by which clients that
 * share no names know it; then it is taken under both, its own first. MySQL takes names that differ in case alone for one, MariaDB
 * does not: locks whose names are one for the server exclude each other.
 */
final class MySqlLocks implements NativeLocks {
    private static final Query SESSION = new Query("SELECT CONNECTION_ID()");
    /** A session gets its own lock twice, under whatever name the server takes for the same: so it is asked first. */
    private static final Query GET_LOCK =
            new Query("SELECT CASE WHEN IS_USED_LOCK(?) = CONNECTION_ID() THEN 0 ELSE GET_LOCK(?, ?) END");

    private static final Query RELEASE_LOCK = new Query("SELECT RELEASE_LOCK(?)");
    private static final Query RELEASE_ALL_LOCKS = new Query("SELECT RELEASE_ALL_LOCKS()");
    private static final Query IS_FREE_LOCK = new Query("SELECT IS_FREE_LOCK(?)");
    private static final Query IS_USED_LOCK = new Query("SELECT IS_USED_LOCK(?)");
    private static final Query SILENCE = new Query("SELECT @@SESSION.wait_timeout");
    private static final Query LIMIT_SILENCE = new Query("SET SESSION wait_timeout = ?");
    private static final long SECOND = 1_000;

    private final Template template;
    private final LockNumbers numbers;
    private final ServerNames names;
    private final boolean clustered;
    private final boolean shared;

    MySqlLocks(Template template, LockNumbers numbers, boolean clustered, boolean shared) {
        this.template = template;
        this.numbers = numbers;
        this.clustered = clustered;
        this.shared = shared;
        names = new ServerNames(template, numbers, shared ? Optional.of(MySqlLocks::requireValid) : Optional.empty());
    }

    private static void requireValid(Connection connection, String name) throws SQLException {
        ask(connection, IS_FREE_LOCK, name, row -> true);
    }

    @Override
    public NativeLocks sharingNames() {
        return new MySqlLocks(template, numbers, clustered, true);
    }

    @Override
    public Optional<Finding> obstacle(Connection connection) {
        return clustered
                ? Optional.of(Finding.impossible(
                        "S1",
                        "several servers of this cluster take writes, and GET_LOCK locks on one of them alone",
                        "use locks on leases, which are the default"))
                : Optional.empty();
    }

    @Override
    public String session(Connection connection) throws SQLException {
        return SESSION.one(connection, Query.NOTHING, row -> name(row.getLong(1)));
    }

    private static String name(long id) {
        return "connection " + id;
    }

    /** Finds out what the lock is called, so that a name which the server rejects changes nothing. */
    @Override
    public void prepare(Connection connection, LockKey key) throws SQLException {
        names.of(connection, key);
    }

    @Override
    public boolean tryLock(Connection connection, LockKey key) throws SQLException {
        return lock(connection, key, Duration.ZERO);
    }

    @Override
    public boolean isQueued() {
        return shared;
    }

    /** Only the first name is waited for: a session that waits while it has a lock could be part of a deadlock. */
    @Override
    public boolean lock(Connection connection, LockKey key, Duration longest) throws SQLException {
        List<String> got = new ArrayList<>();
        for (String name : names.of(connection, key)) {
            if (!isGot(connection, name, got.isEmpty() ? longest.toSeconds() : 0)) {
                unlock(connection, got);
                return false;
            }
            got.add(name);
        }
        return true;
    }

    private static boolean isGot(Connection connection, String name, long seconds) throws SQLException {
        Query.Binder binder = statement -> {
            statement.setString(1, name);
            statement.setString(2, name);
            statement.setLong(3, seconds);
        };
        return GET_LOCK.one(connection, binder, row -> {
            boolean got = row.getBoolean(1);
            if (row.wasNull()) {
                throw new SQLException(
                        "GET_LOCK('" + name + "', " + seconds + ") answered NULL: it was killed, or out of memory");
            }
            return got;
        });
    }

    @Override
    public boolean unlock(Connection connection, LockKey key) throws SQLException {
        return unlock(connection, names.of(connection, key));
    }

    private static boolean unlock(Connection connection, List<String> all) throws SQLException {
        boolean released = true;
        for (String name : all) {
            released &= ask(connection, RELEASE_LOCK, name, row -> row.getBoolean(1));
        }
        return released;
    }

    @Override
    public void unlockAll(Connection connection, Set<LockKey> known) throws SQLException {
        RELEASE_ALL_LOCKS.one(connection, Query.NOTHING, row -> true);
    }

    @Override
    public Optional<String> holder(Connection connection, LockKey key) throws SQLException {
        for (String name : names.of(connection, key)) {
            Optional<String> holder = ask(connection, IS_USED_LOCK, name, MySqlLocks::readHolder);
            if (holder.isPresent()) {
                return holder;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> readHolder(ResultSet row) throws SQLException {
        long id = row.getLong(1);
        return row.wasNull() ? Optional.empty() : Optional.of(name(id));
    }

    private static <T> T ask(Connection connection, Query query, String name, Query.Reader<T> reader)
            throws SQLException {
        return query.one(connection, statement -> statement.setString(1, name), reader);
    }

    @Override
    public long silence(Connection connection) throws SQLException {
        return SILENCE.one(connection, Query.NOTHING, row -> row.getLong(1)) * SECOND;
    }

    @Override
    public void limitSilence(Connection connection, long millis) throws SQLException {
        LIMIT_SILENCE.update(connection, statement -> statement.setLong(1, -Math.floorDiv(-millis, SECOND)));
    }
}
