package io.rowlock.bench.keeper;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.Crew;
import io.rowlock.bench.stage.PostgreSqlTable;
import io.rowlock.bench.stage.Stage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Rows that are renewed by a statement each. */
public final class OneByOne implements AutoCloseable {
    private static final int THREADS = 8;
    private static final String RENEW = "update one_by_one set expires_us = expires_us + 1 where name = ?";

    private final HikariDataSource pool;
    private final int count;

    private OneByOne(HikariDataSource pool, int count) {
        this.pool = pool;
        this.count = count;
    }

    public static OneByOne create(Stage stage, int count) throws SQLException {
        OneByOne rows = new OneByOne(stage.address(Service.DATABASE).pool(THREADS), count);
        // With room for the next version of each row on its own page, as Rowlock's table has.
        rows.createRows(PostgreSqlTable.servesOn(stage) ? " with (fillfactor = 50)" : "");
        return rows;
    }

    public void renewAll() throws Exception {
        Crew.run(THREADS, count, this::renew);
    }

    private void renew(int number) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(RENEW)) {
            statement.setString(1, "hold-" + number);
            statement.executeUpdate();
        }
    }

    private void createRows(String layout) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists one_by_one");
            statement.execute("create table one_by_one (name varchar(64) primary key, expires_us bigint)" + layout);
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("insert into one_by_one values (?, 0)")) {
                for (int number = 0; number < count; number++) {
                    insert.setString(1, "hold-" + number);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
