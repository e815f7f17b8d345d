package io.rowlock.cli.demo;

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
final class Shop implements AutoCloseable {
    private final Connection connection;
    private final Sql sql;
    private int sales;

    private Shop(Connection connection, Sql sql) {
        this.connection = connection;
        this.sql = sql;
    }

    /** Opens the books, with a connection that from now on belongs to the shop. */
    static Shop open(Connection connection, String prefix) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return new Shop(connection, Sql.of(prefix));
    }

    /** The name of the lock table that stands beside the shop's own. */
    static String lockTable(String prefix) {
        return prefix + "_lock";
    }

    void createTables() throws SQLException {
        runAll(sql.create);
    }

    void dropTables() throws SQLException {
        connection.rollback();
        runAll(sql.drop);
    }

    void fill(String item, int pieces) throws SQLException {
        run(sql.fill, item, pieces);
        connection.commit();
    }

    /** How long takers wait after a lock's lease has ended, as the lock's own row says. */
    Duration grace(String lock) throws SQLException {
        return Duration.of(committed(read(sql.grace, lock)), ChronoUnit.MICROS);
    }

    int left(String item) throws SQLException {
        return committed(read(sql.read, item));
    }

    int sold(String item) throws SQLException {
        return committed(read(sql.count, item));
    }

    /**
     * Sells one piece.
     *
     * @param item of what
     * @param clerk by whom
     * @param thought what goes on between looking at the shelf and writing it down
     * @return what was written down as left; empty when there was nothing to sell
     */
    OptionalInt sell(String item, String clerk, Pause thought) throws SQLException, InterruptedException {
        int pieces = read(sql.read, item);
        if (pieces <= 0) {
            connection.commit();
            return OptionalInt.empty();
        }
        thought.pause();
        run(sql.write, pieces - 1, item);
        run(sql.record, item, clerk, ++sales);
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
    interface Pause {
        void pause() throws InterruptedException;
    }

    /** The statements on one shop's tables. */
    private record Sql(
            List<String> create,
            List<String> drop,
            String fill,
            String read,
            String write,
            String record,
            String count,
            String grace) {

        static Sql of(String prefix) {
            return new Sql(
                    List.of("""
                            create table %s_stock (
                                item varchar(40) not null primary key,
                                pieces int not null)
                            """.formatted(prefix), """
                            create table %s_sale (
                                item varchar(40) not null,
                                clerk varchar(40) not null,
                                sale_no int not null,
                                primary key (item, clerk, sale_no))
                            """.formatted(prefix)),
                    List.of(
                            "drop table if exists %s_sale".formatted(prefix),
                            "drop table if exists %s_stock".formatted(prefix),
                            "drop table if exists %s".formatted(lockTable(prefix))),
                    "insert into %s_stock (item, pieces) values (?, ?)".formatted(prefix),
                    "select pieces from %s_stock where item = ?".formatted(prefix),
                    "update %s_stock set pieces = ? where item = ?".formatted(prefix),
                    "insert into %s_sale (item, clerk, sale_no) values (?, ?, ?)".formatted(prefix),
                    "select count(*) from %s_sale where item = ?".formatted(prefix),
                    "select grace_us from %s where name = ? and slot = 0".formatted(lockTable(prefix)));
        }
    }
}
