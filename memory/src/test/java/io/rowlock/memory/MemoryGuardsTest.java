package io.rowlock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.Hold;
import io.rowlock.LockLostException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Guards of transactions on a database that keeps the tables of the test, and no locks. */
class MemoryGuardsTest {
    private final MemoryRowlock memory = MemoryRowlock.stopped();
    private final JdbcDataSource source = new JdbcDataSource();
    private Connection kept;

    @BeforeEach
    void createTable() throws SQLException {
        source.setURL("jdbc:h2:mem:guards-" + System.nanoTime());
        kept = source.getConnection();
        sell(kept, "CREATE TABLE sold (item VARCHAR(20))");
    }

    @AfterEach
    void close() throws SQLException {
        memory.close();
        kept.close();
    }

    @Test
    void guardedWorkIsCommittedWhileTheLockIsHeld() throws SQLException {
        Hold hold = memory.client().lock("stock").acquire();
        assertThat(hold.<Integer, SQLException>guarded(
                        source, connection -> sell(connection, "INSERT INTO sold VALUES ('oar')")))
                .isOne();
        assertThat(sold()).isOne();
    }

    @Test
    void guardedWorkIsRolledBackWhenTheLockIsLostMeanwhile() throws SQLException {
        Hold hold = memory.client().lock("stock").acquire();
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> hold.<Integer, SQLException>guarded(source, connection -> {
                    int sold = sell(connection, "INSERT INTO sold VALUES ('oar')");
                    memory.lose("stock");
                    return sold;
                }));
        assertThat(sold()).isZero();
    }

    @Test
    void aFailureOfTheWorkIsPassedOnAndRolledBack() throws SQLException {
        Hold hold = memory.client().lock("stock").acquire();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> hold.<Integer, SQLException>guarded(source, connection -> {
                    sell(connection, "INSERT INTO sold VALUES ('oar')");
                    return sell(connection, "INSERT INTO nowhere VALUES (1)");
                }));
        assertThat(sold()).isZero();
    }

    @Test
    void aTransactionIsGuardedByAHeldLockOnly() throws SQLException {
        Hold hold = memory.client().lock("stock").acquire();
        try (Connection connection = source.getConnection()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> hold.guard(connection))
                    .withMessageContaining("autocommit");
            connection.setAutoCommit(false);
            hold.guard(connection);
            memory.lose("stock");
            assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> hold.guard(connection));
        }
    }

    @Test
    void aTransactionCannotReleaseALockInMemory() throws SQLException {
        Hold hold = memory.client().lock("stock").acquire();
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> hold.releaseWith(connection))
                    .withMessageContaining("stock")
                    .withMessageContaining("database");
            assertThat(hold.isHeld()).isTrue();
        }
    }

    private static int sell(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private int sold() throws SQLException {
        try (Statement statement = kept.createStatement();
                ResultSet found = statement.executeQuery("SELECT COUNT(*) FROM sold")) {
            found.next();
            return found.getInt(1);
        }
    }
}
