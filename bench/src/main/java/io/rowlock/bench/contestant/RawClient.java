package io.rowlock.bench.contestant;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.Names;
import io.rowlock.bench.client.PoolSize;
import io.rowlock.bench.client.PooledClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * No lock at all: a statement where a lock would be taken, and one where it would be released. Nothing that sends a
 * statement for each can be faster.
 */
final class RawClient implements PooledClient {
    static final String SELECT = "select 1";
    static final String UPDATE = "update raw_limit set touched = touched + 1 where name = ?";

    /** Room for new versions of a row beside the old ones, as in Rowlock's table. */
    private static final String TABLE_ON_POSTGRESQL =
            "create table if not exists raw_limit (name varchar(64) primary key, touched bigint) with (fillfactor = 50)";

    private static final String TABLE =
            "create table if not exists raw_limit (name varchar(64) primary key, touched bigint)";

    private final HikariDataSource pool;
    private final String sql;

    RawClient(Address address, String sql) throws SQLException {
        pool = address.pool(PoolSize.OF_PEERS);
        this.sql = sql;
        createRows(address.is("jdbc:postgresql:") ? TABLE_ON_POSTGRESQL : TABLE);
    }

    @Override
    public Held take(String name) throws SQLException {
        run(name);
        return () -> run(name);
    }

    private void run(String name) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            if (sql.equals(SELECT)) {
                statement.execute();
            } else {
                update(statement, name);
            }
        }
    }

    private static void update(PreparedStatement statement, String name) throws SQLException {
        statement.setString(1, name);
        if (statement.executeUpdate() != 1) {
            throw new IllegalStateException("there is no row '" + name + "'");
        }
    }

    private void createRows(String table) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(table);
            statement.execute("delete from raw_limit");
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("insert into raw_limit values (?, 0)")) {
                for (String name : Names.all()) {
                    insert.setString(1, name);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    @Override
    public HikariDataSource pool() {
        return pool;
    }
}
