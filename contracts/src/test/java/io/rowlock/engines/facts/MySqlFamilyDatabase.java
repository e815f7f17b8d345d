package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/** The table and the sessions in which facts of MySQL and MariaDB are tried, and the ways to take a lock in them. */
abstract class MySqlFamilyDatabase extends DatabaseFacts {
    static final String TAKE = """
            UPDATE fact_lock l JOIN (
                SELECT name, slot FROM fact_lock WHERE name = ? AND slot = 0 AND holder IS NULL
                LIMIT 1 FOR UPDATE SKIP LOCKED
            ) free USING (name, slot)
            SET l.token = LAST_INSERT_ID(l.token + 1), l.holder = ?
            """;

    /** A collation that compares byte for byte and does not pad. */
    abstract String collation();

    @Override
    final String createTable() {
        return """
            CREATE TABLE fact_lock (
                name varchar(200) CHARACTER SET utf8mb4 COLLATE %s NOT NULL, slot int NOT NULL DEFAULT 0,
                token bigint NOT NULL DEFAULT 0, holder varchar(32), expires_us bigint NOT NULL DEFAULT 0,
                PRIMARY KEY (name, slot)) ENGINE = InnoDB""".formatted(collation());
    }

    @Override
    final void prepare(Connection session) throws SQLException {
        session.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        execute(session, "SET SESSION innodb_lock_wait_timeout = 2");
    }

    /** The token, told by the very reply to the update. */
    static OptionalLong take(Connection session, String name, String holder) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(TAKE, Statement.RETURN_GENERATED_KEYS)) {
            statement.setString(1, name);
            statement.setString(2, holder);
            if (statement.executeUpdate() == 0) {
                return OptionalLong.empty();
            }
            try (ResultSet keys = statement.getGeneratedKeys()) {
                assertThat(keys.next()).isTrue();
                return OptionalLong.of(keys.getLong(1));
            }
        }
    }

    /** Whether the server takes two names of user-level locks for one. */
    final boolean isOneLock(String first, String second) throws SQLException {
        try (Connection one = open();
                Connection other = open()) {
            getLock(one, first);
            return getLock(other, second) == 0;
        }
    }

    static long getLock(Connection session, String name) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement("SELECT GET_LOCK(?, 0)")) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
