package io.rowlock.internal.sql.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Database;
import io.rowlock.LockKey;
import io.rowlock.TableName;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each lock has a number, and a server's name, of its own: also where digests collide. */
class LockNumbersTest {
    private final Template template = new Template(TableName.of("numbered"), "0");
    private final CommonSql common = new CommonSql(template);
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
        ServerNames own = new ServerNames(template, numbers, Optional.empty());
        ServerNames shared = new ServerNames(template, numbers, Optional.of((any, name) -> {}));

        List<String> mine = own.of(connection, LockKey.of("mine"));
        assertThat(mine).singleElement().asString().matches("rowlock:[0-9a-f]{16}");
        assertThat(shared.of(connection, LockKey.of("mine"))).containsExactly("mine", mine.get(0));
        for (String name : List.of("Ours 1", "ours 1", "x".repeat(64), "잠금")) {
            assertThat(shared.of(connection, LockKey.of(name))).containsExactly(name);
            assertThat(own.of(connection, LockKey.of(name))).containsExactly(name);
        }
        assertThat(shared.of(connection, new LockKey("slotted", 1)))
                .singleElement()
                .asString()
                .startsWith("rowlock:");
    }

    /** A lock that other programs silently do not share would be held twice. */
    @Test
    void aNameThatCannotBeSharedIsRejected() {
        ServerNames shared = new ServerNames(template, new LockNumbers(template, common), Optional.of((any, name) -> {
            throw new SQLException("too long", "42000");
        }));
        for (String name : List.of("Rowlock:0123456789abcdef", "long")) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> shared.of(connection, LockKey.of(name)))
                    .withMessageContainingAll(name, "cannot be shared", "choose another");
        }
    }
}
