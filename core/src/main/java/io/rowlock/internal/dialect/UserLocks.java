package io.rowlock.internal.dialect;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.spi.SessionLocks;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * The user-level locks of MySQL and MariaDB: {@code GET_LOCK}, by names of the whole server.
 *
 * <p>What a lock is called there is said by {@link ServerNames}, for the server's names are short, and it may not tell upper case
 * from lower.
 */
final class UserLocks implements SessionLocks {
    private static final Query SESSION = new Query("SELECT CONNECTION_ID()");
    private static final Query GET_LOCK = new Query("SELECT GET_LOCK(?, 0)");
    private static final Query RELEASE_LOCK = new Query("SELECT RELEASE_LOCK(?)");
    private static final Query RELEASE_ALL_LOCKS = new Query("SELECT RELEASE_ALL_LOCKS()");
    private static final Query IS_USED_LOCK = new Query("SELECT IS_USED_LOCK(?)");
    private static final Query SILENCE = new Query("SELECT @@SESSION.wait_timeout");
    private static final Query LIMIT_SILENCE = new Query("SET SESSION wait_timeout = ?");
    private static final long SECOND = 1_000;

    private final Template template;
    private final LockNumbers numbers;
    private final ServerNames names;
    private final boolean clustered;

    UserLocks(Template template, LockNumbers numbers, boolean clustered, boolean shared) {
        this.template = template;
        this.numbers = numbers;
        this.clustered = clustered;
        names = new ServerNames(template, numbers, shared);
    }

    @Override
    public SessionLocks sharingNames() {
        return new UserLocks(template, numbers, clustered, true);
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

    @Override
    public boolean tryLock(Connection connection, LockKey key) throws SQLException {
        String name = names.of(connection, key);
        return ask(connection, GET_LOCK, name, row -> {
            boolean got = row.getBoolean(1);
            if (row.wasNull()) {
                throw new SQLException("GET_LOCK('" + name + "', 0) answered NULL: it was killed, or out of memory");
            }
            return got;
        });
    }

    @Override
    public boolean unlock(Connection connection, LockKey key) throws SQLException {
        return ask(connection, RELEASE_LOCK, names.of(connection, key), row -> row.getBoolean(1));
    }

    @Override
    public void unlockAll(Connection connection, Set<LockKey> known) throws SQLException {
        RELEASE_ALL_LOCKS.one(connection, Query.NOTHING, row -> true);
    }

    @Override
    public Optional<String> holder(Connection connection, LockKey key) throws SQLException {
        return ask(connection, IS_USED_LOCK, names.of(connection, key), UserLocks::readHolder);
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
