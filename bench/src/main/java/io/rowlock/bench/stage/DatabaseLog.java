package io.rowlock.bench.stage;

import io.rowlock.bench.client.Address;
import io.rowlock.bench.contestant.Service;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far a database has written the log that makes its commits durable. Asked on a connection of its own, which stays open:
 * opening one costs the server as much as hundreds of pairs.
 */
public final class DatabaseLog implements AutoCloseable {
    private static final String POSTGRESQL = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')";

    /** MySQL's name for the end of the redo log, and MariaDB's. */
    private static final String INNODB = """
            show global status where variable_name in ('Innodb_redo_log_current_lsn', 'Innodb_lsn_current')
            """;

    private final Connection connection;
    private final Optional<String> question;

    private DatabaseLog(Connection connection, Optional<String> question) {
        this.connection = connection;
        this.question = question;
    }

    public static DatabaseLog of(Stage stage) throws SQLException {
        Address address = stage.address(Service.DATABASE);
        return new DatabaseLog(
                DriverManager.getConnection(address.url(), address.user(), address.password()), question(address));
    }

    private static Optional<String> question(Address address) {
        if (address.is("jdbc:postgresql:")) {
            return Optional.of(POSTGRESQL);
        }
        return address.is("jdbc:mysql:") || address.is("jdbc:mariadb:") ? Optional.of(INNODB) : Optional.empty();
    }

    /** Since the database was made; empty if it does not tell. */
    OptionalDouble bytes() {
        return question.map(this::ask).orElseGet(OptionalDouble::empty);
    }

    private OptionalDouble ask(String sql) {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet answer = statement.executeQuery()) {
            int value = answer.getMetaData().getColumnCount();
            return answer.next() ? OptionalDouble.of(answer.getDouble(value)) : OptionalDouble.empty();
        } catch (SQLException e) {
            throw new IllegalStateException("the database does not tell how far its log goes", e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
