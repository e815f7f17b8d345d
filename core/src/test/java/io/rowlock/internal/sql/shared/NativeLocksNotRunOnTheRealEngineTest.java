package io.rowlock.internal.sql.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.LockKey;
import io.rowlock.TableName;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.oracle.OracleLocks;
import io.rowlock.internal.sql.sqlserver.SqlServerLocks;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code DBMS_LOCK} of Oracle and {@code sp_getapplock} of SQL Server, as their manuals describe them, played by H2: what is
 * called, with what, and what its answers mean. Neither was ever called on the real engine.
 */
class NativeLocksNotRunOnTheRealEngineTest {
    private static final LockKey KEY = LockKey.of("daily-report");
    private static final TableName TABLE = TableName.of("rowlock");

    private Connection mine;
    private Connection others;

    static Stream<NativeLocks> kinds() {
        Template template = new Template(TABLE, "0");
        CommonSql common = new CommonSql(template);
        return Stream.of(
                new OracleLocks(new LockNumbers(template, common, OracleLocks.NUMBERS)),
                new SqlServerLocks(template, new LockNumbers(template, common), false),
                new SqlServerLocks(template, new LockNumbers(template, common), false).sharingNames());
    }

    @BeforeEach
    void open() throws SQLException {
        mine = SessionLockStandIn.rewriting(DriverManager.getConnection("jdbc:h2:mem:session-locks"));
        others = SessionLockStandIn.rewriting(DriverManager.getConnection("jdbc:h2:mem:session-locks"));
        SessionLockStandIn.install(mine);
        Dialect likeTheReal = Dialects.of(Database.H2, TABLE);
        try (Statement statement = mine.createStatement()) {
            for (String sql : likeTheReal.createStatements()) {
                statement.execute(sql);
            }
        }
    }

    @AfterEach
    void close() throws SQLException {
        others.close();
        mine.close();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void oneSessionHasALockUntilItGivesItUp(NativeLocks locks) throws SQLException {
        assertThat(locks.holder(others, KEY)).isEmpty();
        assertThat(locks.tryLock(mine, KEY)).isTrue();
        assertThat(locks.tryLock(others, KEY)).isFalse();
        assertThat(locks.tryLock(others, LockKey.of("another"))).isTrue();
        assertThat(locks.unlock(others, KEY)).isFalse();
        assertThat(locks.unlock(mine, KEY)).isTrue();
        assertThat(locks.tryLock(others, KEY)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theHolderIsToldAndLookingForItTakesNothing(NativeLocks locks) throws SQLException {
        assertThat(locks.session(mine)).isNotEqualTo(locks.session(others));
        locks.tryLock(mine, KEY);
        assertThat(locks.holder(mine, KEY)).contains(locks.session(mine));
        assertThat(locks.holder(others, KEY)).contains("another session");
        locks.unlock(mine, KEY);
        assertThat(locks.holder(others, KEY)).isEmpty();
        assertThat(locks.tryLock(mine, KEY))
                .as("what only looked holds nothing")
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void allThatIsKnownIsGivenUp(NativeLocks locks) throws SQLException {
        LockKey second = LockKey.of("x".repeat(200));
        locks.tryLock(mine, KEY);
        locks.tryLock(mine, second);
        locks.unlockAll(mine, Set.of(KEY, second));
        assertThat(locks.tryLock(others, KEY)).isTrue();
        assertThat(locks.tryLock(others, second)).isTrue();
    }
}
