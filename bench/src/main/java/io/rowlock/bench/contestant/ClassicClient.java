package io.rowlock.bench.contestant;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.client.PoolSize;
import io.rowlock.bench.client.PooledClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.UUID;

/**
 * The procedure that teams write themselves: a transaction that selects the lock's row for update, looks at it, and
 * inserts or updates it; another one that frees it.
 */
final class ClassicClient implements PooledClient {
    private static final String TABLE = """
            create table if not exists dist_lock (name varchar(100) primary key, owner varchar(100), expiry timestamp(6) null)
            """;
    private static final String SELECT = "select owner, expiry from dist_lock where name = ? for update";
    private static final String INSERT = "insert into dist_lock (owner, expiry, name) values (?, ?, ?)";
    private static final String UPDATE = "update dist_lock set owner = ?, expiry = ? where name = ?";
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final HikariDataSource pool;

    ClassicClient(Address address) throws SQLException {
        pool = address.transactionPool(PoolSize.OF_PEERS);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
            connection.commit();
        }
    }

    @Override
    public Held take(String name) throws SQLException {
        String owner = UUID.randomUUID().toString();
        while (!tryLock(name, owner)) {
            // A deadlock: InnoDB locks the gaps between rows, too. Its users take any failure for "not owned".
            Thread.onSpinWait();
        }
        return () -> unlock(name, owner);
    }

    private boolean tryLock(String name, String owner) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            switch (look(connection, name, owner)) {
                case MISSING -> write(connection, INSERT, owner, LEASE, name);
                case FREE, MINE -> write(connection, UPDATE, owner, LEASE, name);
                case TAKEN -> throw LockClient.rejected(name);
            }
            connection.commit();
            return true;
        } catch (SQLTransactionRollbackException deadlock) {
            return false;
        }
    }

    private void unlock(String name, String owner) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            if (look(connection, name, owner) != Row.MINE) {
                throw new IllegalStateException("no lock owner");
            }
            write(connection, UPDATE, owner, Duration.ZERO, name);
            connection.commit();
        }
    }

    private enum Row {
        MISSING,
        FREE,
        MINE,
        TAKEN
    }

    private static Row look(Connection connection, String name, String owner) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? seen(row, owner) : Row.MISSING;
            }
        }
    }

    private static Row seen(ResultSet row, String owner) throws SQLException {
        if (owner.equals(row.getString(1))) {
            return Row.MINE;
        }
        return row.getTimestamp(2).toLocalDateTime().isAfter(now()) ? Row.TAKEN : Row.FREE;
    }

    private static void write(Connection connection, String sql, String owner, Duration lease, String name)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, owner);
            statement.setTimestamp(2, Timestamp.valueOf(now().plus(lease)));
            statement.setString(3, name);
            statement.executeUpdate();
        }
    }

    /** By the JVM's clock and zone, as the procedure is written. */
    private static LocalDateTime now() {
        return LocalDateTime.now(ZoneId.systemDefault());
    }

    @Override
    public HikariDataSource pool() {
        return pool;
    }
}
