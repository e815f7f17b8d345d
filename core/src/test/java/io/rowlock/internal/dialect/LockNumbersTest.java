package io.rowlock.internal.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.LockKey;
import io.rowlock.spi.Dialect;
import io.rowlock.spi.TableName;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each lock has a number, and a server's name, of its own: also where digests collide. */
class LockNumbersTest {
    private final Template template = new Template(TableName.of("numbered"), "0");
    private final Common common = new Common(template);
    private Connection connection;

    @BeforeEach
    void createTable() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        Dialect dialect = Dialects.of(Database.H2, TableName.of("numbered"));
        try (Statement statement = connection.createStatement()) {
            for (String sql : dialect.createStatements()) {
                statement.execute(sql);
            }
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void locksWhoseDigestsCollideHaveDifferentNumbersForEver() throws SQLException {
        LockNumbers.Digest colliding = (identity, key, attempt) -> attempt;
        LockNumbers numbers = new LockNumbers(template, common, colliding);
        Set<Long> given = new HashSet<>();
        for (int name = 0; name < 5; name++) {
            given.add(numbers.of(connection, LockKey.of("lock" + name)));
            given.add(numbers.of(connection, new LockKey("lock" + name, 1)));
        }
        assertThat(given).hasSize(10);

        LockNumbers ofAnotherProcess = new LockNumbers(template, common, colliding);
        assertThat(ofAnotherProcess.of(connection, LockKey.of("lock4")))
                .isEqualTo(numbers.of(connection, LockKey.of("lock4")));
    }

    /** They are part of the protocol: clients of different versions must agree on them. */
    @Test
    void aNumberIsTheBeginningOfADigestOfTheTablesIdentityAndTheLocksKey() throws SQLException {
        common.identify(connection, "identity");
        assertThat(new LockNumbers(template, common).of(connection, LockKey.of("daily-report")))
                .isEqualTo(0x2b3dca6ceee6646aL);
    }

    @Test
    void aNameGoesByItsNumberUnlessNamesAreShared() throws SQLException {
        LockNumbers numbers = new LockNumbers(template, common);
        ServerNames own = new ServerNames(template, numbers, false);
        ServerNames shared = new ServerNames(template, numbers, true);

        assertThat(own.of(connection, LockKey.of("mine"))).matches("rowlock:[0-9a-f]{16}");
        assertThat(shared.of(connection, LockKey.of("mine"))).isEqualTo(own.of(connection, LockKey.of("mine")));
        assertThat(shared.of(connection, LockKey.of("Ours 1"))).isEqualTo("Ours 1");
        assertThat(own.of(connection, LockKey.of("Ours 1"))).isEqualTo("Ours 1");
        assertThat(shared.of(connection, LockKey.of("ours 1"))).startsWith("rowlock:");
        assertThat(shared.of(connection, LockKey.of("x".repeat(60)))).isEqualTo("x".repeat(60));
        assertThat(shared.of(connection, LockKey.of("x".repeat(61)))).startsWith("rowlock:");
        assertThat(shared.of(connection, LockKey.of("k\u00e4se"))).startsWith("rowlock:");
        assertThat(shared.of(connection, LockKey.of("Rowlock:0123456789abcdef")))
                .startsWith("rowlock:");
        assertThat(shared.of(connection, new LockKey("slotted", 1))).startsWith("rowlock:");
    }
}
