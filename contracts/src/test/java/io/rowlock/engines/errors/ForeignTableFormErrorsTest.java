package io.rowlock.engines.errors;

import static io.rowlock.engines.errors.ErrorFixture.isInnoDb;
import static io.rowlock.engines.errors.ErrorFixture.run;
import static io.rowlock.engines.errors.ErrorFixture.user;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockSetupException;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableLocks;
import io.rowlock.testkit.source.LentDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A table of another library or of a classic system that is there, and does not serve: what is wrong with it. */
class ForeignTableFormErrorsTest extends ForeignTableCase {
    static Stream<Engine> withReadOnlySessions() {
        return Stream.of(Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    @ParameterizedTest
    @MethodSource("all")
    void columnsThatAreMissingAreNamed(Engine engine) throws SQLException {
        engine.require();
        run(
                engine,
                "CREATE TABLE " + table + " (name VARCHAR(64) NOT NULL PRIMARY KEY, locked_until TIMESTAMP(3) NOT NULL,"
                        + " locked_by VARCHAR(255) NOT NULL)");
        dropAfterwards(engine);

        assertRejected(
                engine.dataSource(),
                LockTable.shedlock(),
                "table " + table + " lacks the columns [lock_until, locked_at] that its description names, and has"
                        + " [locked_until] instead; describe the table as it is, by LockTable.of(…), or name another by"
                        + " LockTable.named(\"…\")");
    }

    @ParameterizedTest
    @MethodSource("all")
    void aColumnThatIsMissingIsNamedAlone(Engine engine) throws SQLException {
        create(engine, pessimistic(engine));
        run(engine, "ALTER TABLE " + table + " DROP COLUMN LOCK_STATUS");

        assertRejected(
                engine.dataSource(),
                LockTable.pessimisticLock(),
                "table " + table
                        + " lacks the columns [LOCK_STATUS] that its description names; describe the table as it"
                        + " is, by LockTable.of(…), or name another by LockTable.named(\"…\")");
    }

    @ParameterizedTest
    @MethodSource("all")
    void anExpiryThatIsNoTimeIsNamed(Engine engine) throws SQLException {
        engine.require();
        run(engine, "CREATE TABLE " + table + " (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100), expiry BIGINT)");
        dropAfterwards(engine);
        String type = switch (engine.product()) {
            case POSTGRESQL -> "int8";
            case H2, MYSQL, MARIADB, ORACLE, SQL_SERVER -> "BIGINT";
        };

        assertRejected(
                engine.dataSource(),
                LockTable.distLock(),
                "the lock table " + table + " cannot be used: its column expiry is of type " + type
                        + ", which does not keep a date with a time; change it to a timestamp without a time zone");
    }

    @ParameterizedTest
    @MethodSource("withReadOnlySessions")
    void aSessionThatMayOnlyReadIsToldToConnectToThePrimary(Engine engine) throws SQLException {
        create(engine, shedlock(engine));
        DataSource reading =
                new LentDataSource(engine.dataSource(), connection -> execute(connection, readOnly(engine)));

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> TableLocks.on(reading, LockTable.shedlock().named(table)))
                .withMessageMatching("\\Qtable " + table + " has the columns that its description names, and user "
                        + user(engine.dataSource())
                        + " may use it, but a statement that Rowlock needs failed on it: \\E"
                        + rejected(engine)
                        + "\\Q; connect to the primary, not read-only, and compare the table with " + shedlock(engine)
                        + "\\E");
    }

    @Test
    void aTableThatIsLockedIsNotTakenForOneThatIsWrong() throws SQLException {
        Engine engine = Engines.postgres();
        create(engine, shedlock(engine));
        try (Connection other = engine.dataSource().getConnection()) {
            other.setAutoCommit(false);
            execute(other, "LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");

            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> TableLocks.builder(
                                    engine.dataSource(), LockTable.shedlock().named(table))
                            .callTimeout(Duration.ofMillis(500))
                            .build())
                    .withMessage(
                            "the database could not be checked: An I/O error occurred while sending to the backend.;"
                                    + " make sure that it runs and answers in time");
            other.rollback();
        }
    }

    private static String readOnly(Engine engine) {
        return isInnoDb(engine) ? "SET SESSION TRANSACTION READ ONLY" : "SET default_transaction_read_only = on";
    }

    private static String rejected(Engine engine) {
        return switch (engine.product()) {
            case POSTGRESQL -> "ERROR: cannot execute UPDATE in a read-only transaction";
            default -> "(\\(conn=\\d+\\) )?Cannot execute statement in a READ ONLY transaction\\.?";
        };
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
