package io.rowlock.cli.demo.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalInt;

/**
 * A shop's books: what is on the shelf, and what was sold.
 *
 * <p>A sale is what thousands of programs do: in one transaction, read what is left, think, write one less, record the
 * sale. The transaction does not make it safe: two that run side by side read the same number.
 *
 * <p>Each shop has a connection of its own, and one thread uses it.
 */
public final class Shop implements AutoCloseable {
    private final Connection connection;
    private final ShopSql sql;
    private int sales;

    private Shop(Connection connection, ShopSql sql) {
        this.connection = connection;
        this.sql = sql;
    }

    /** Opens the books, with a connection that from now on belongs to the shop. */
    public static Shop open(Connection connection, String prefix) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return new Shop(connection, ShopSql.of(prefix));
    }

    void createTables() throws SQLException {
        runAll(sql.create());
    }

    void dropTables() throws SQLException {
        connection.rollback();
        runAll(sql.drop());
    }

    public void fill(String item, int pieces) throws SQLException {
        run(sql.fill(), item, pieces);
        connection.commit();
    }

    /** How long takers wait after a lock's lease has ended, as the lock's own row says. */
    public Duration grace(String lock) throws SQLException {
        return Duration.of(committed(read(sql.grace(), lock)), ChronoUnit.MICROS);
    }

    public int left(String item) throws SQLException {
        return committed(read(sql.read(), item));
    }

    public int sold(String item) throws SQLException {
        return committed(read(sql.count(), item));
    }

    /**
     * Sells one piece.
     *
     * @param item of what
     * @param clerk by whom
     * @param thought what goes on between looking at the shelf and writing it down
     * @return what was written down as left; empty when there was nothing to sell
     */
    public OptionalInt sell(String item, String clerk, Pause thought) throws SQLException, InterruptedException {
        int pieces = read(sql.read(), item);
        if (pieces <= 0) {
            connection.commit();
            return OptionalInt.empty();
        }
        thought.pause();
        run(sql.write(), pieces - 1, item);
        run(sql.record(), item, clerk, ++sales);
        connection.commit();
        return OptionalInt.of(pieces - 1);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private void runAll(List<String> statements) throws SQLException {
        for (String statement : statements) {
            run(statement);
        }
        connection.commit();
    }

    private void run(String text, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(text, values)) {
            statement.executeUpdate();
        }
    }

    private int read(String text, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(text, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private int committed(int answer) throws SQLException {
        connection.commit();
        return answer;
    }

    private PreparedStatement prepare(String text, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    /** Time that passes. */
    @FunctionalInterface
    public interface Pause {
        void pause() throws InterruptedException;
    }
}
