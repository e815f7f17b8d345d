package io.rowlock.engines.errors;

import static io.rowlock.engines.errors.ErrorFixture.isInnoDb;
import static io.rowlock.engines.errors.ErrorFixture.knowing;
import static io.rowlock.engines.errors.ErrorFixture.run;
import static io.rowlock.engines.errors.ErrorFixture.runQuietly;
import static io.rowlock.engines.errors.ErrorFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockEvent;
import io.rowlock.LockSetupException;
import io.rowlock.classic.DistLock;
import io.rowlock.classic.PessimisticLock;
import io.rowlock.classic.PessimisticLockDefinition;
import io.rowlock.classic.TableLockManager;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableHold;
import io.rowlock.table.TableLocks;
import io.rowlock.testkit.fixture.Privilege;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A table of another library or of a classic system that cannot serve: what is wrong with it, and what helps. */
class ForeignTableErrorsTest extends ForeignTableCase {
    static Stream<Engine> innoDb() {
        return Stream.of(Engines.mySql(), Engines.mariaDb());
    }

    @ParameterizedTest
    @MethodSource("all")
    void aTableThatIsNotThereIsNamedWithTheStatementThatCreatesIt(Engine engine) {
        engine.require();

        assertRejected(engine.dataSource(), LockTable.shedlock(), notThere(shedlock(engine)));
        assertRejected(engine.dataSource(), LockTable.locks(), notThere(locks(engine)));
        assertRejected(
                engine.dataSource(),
                LockTable.distLock(),
                notThere("CREATE TABLE " + located(engine) + " (name VARCHAR(100) NOT NULL, owner VARCHAR(100), expiry "
                        + time(engine, 6) + ", PRIMARY KEY (name))" + collation(engine)));
        assertRejected(
                engine.dataSource(),
                LockTable.pessimisticLock(),
                notThere("CREATE TABLE " + located(engine)
                        + " (LOCK_NAME VARCHAR(64) NOT NULL, LOCK_HOLDER VARCHAR(64),"
                        + " EXPIRED_TIME " + time(engine, 0) + ", LOCK_TIME " + time(engine, 0)
                        + ", LOCK_STATUS NUMERIC(1) DEFAULT 0 NOT NULL, PRIMARY KEY (LOCK_NAME))" + collation(engine)));
        assertRejected(
                engine.dataSource(),
                LockTable.springIntegration(),
                notThere("CREATE TABLE " + located(engine) + " (REGION VARCHAR(100) NOT NULL, LOCK_KEY VARCHAR(36) NOT"
                        + " NULL, CLIENT_ID VARCHAR(36), EXPIRED_AFTER " + time(engine, 3) + ", CREATED_DATE "
                        + time(engine, 3) + ", PRIMARY KEY (REGION, LOCK_KEY))" + collation(engine)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void theStatementThatCreatesATableHelps(Engine engine) throws SQLException {
        engine.require();
        for (LockTable like : List.of(
                LockTable.shedlock(),
                LockTable.locks(),
                LockTable.distLock(),
                LockTable.pessimisticLock(),
                LockTable.springIntegration())) {
            try {
                run(engine, statement(engine, like));
                try (TableLocks locks = TableLocks.on(engine.dataSource(), like.named(table));
                        TableHold hold = locks.lock("Order:1").acquire()) {
                    assertThat(hold.check()).isTrue();
                    assertThat(locks.lock("order:1").tryAcquire()).isPresent();
                }
            } finally {
                runQuietly(engine, "DROP TABLE " + table);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aSchemaThatDoesNotExistIsNamed(Engine engine) {
        engine.require();
        LockTable elsewhere = LockTable.shedlock().named("nowhere." + table);

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> TableLocks.on(knowing(engine), elsewhere))
                .withMessage(
                        "schema nowhere of table nowhere." + table
                                + " does not exist; create it, by CREATE SCHEMA nowhere, or name another by LockTable.named(\"…\")");
    }

    @ParameterizedTest
    @MethodSource("innoDb")
    void connectionsWithoutADatabaseAreNamed(Engine engine) {
        engine.require();
        String address = engine.jdbcUrl().replaceFirst("rowlock$", "");

        assertRejected(
                new UrlDataSource(address, engine.user(), engine.password()),
                LockTable.shedlock(),
                "table " + table
                        + " is looked for in no schema: the connections have no database; add it to the address"
                        + " of the data source, or name the schema with the table, by LockTable.named(\"…\")");
    }

    /** MySQL and MariaDB tell such a user neither of tables nor of schemas. */
    @ParameterizedTest
    @MethodSource("all")
    void aUserWithoutThePrivilegesIsToldWhichToGrant(Engine engine) throws SQLException {
        create(engine, shedlock(engine));
        DataSource stranger = engine.restricted(Privilege.DELETE);

        assertRejected(
                stranger,
                LockTable.shedlock(),
                lacks(engine, stranger, "SELECT, INSERT, UPDATE")
                        + (isInnoDb(engine) ? " (if the table is not there yet: " + shedlock(engine) + ")" : ""));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aUserWhoMayOnlyReadIsToldWhichToGrantToo(Engine engine) throws SQLException {
        create(engine, locks(engine));
        DataSource reader = engine.restricted(Privilege.SELECT);

        assertRejected(reader, LockTable.locks(), lacks(engine, reader, "INSERT, UPDATE, DELETE"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aUserWhoMayNotDeleteIsToldSoWhereAReleaseDeletes(Engine engine) throws SQLException {
        create(engine, locks(engine));
        DataSource writer = engine.restricted(Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE);
        assertRejected(writer, LockTable.locks(), lacks(engine, writer, "DELETE"));

        run(knowing(engine), "GRANT DELETE ON " + located(engine) + " TO " + user(writer));

        TableLocks.on(writer, LockTable.locks().named(table)).close();
    }

    @ParameterizedTest
    @MethodSource("innoDb")
    void aUserWhoMayNotSeeTheSchemaIsToldWhichPrivilegesToGrant(Engine engine) throws SQLException {
        engine.require();
        String hidden = "nowhere." + table;

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() ->
                        TableLocks.on(engine.dataSource(), LockTable.locks().named(hidden)))
                .withMessage(lacks(engine, engine.dataSource(), "SELECT, INSERT, UPDATE, DELETE")
                                .replace(located(engine), hidden)
                        + " (if the table is not there yet: "
                        + locks(engine).replace(located(engine), hidden) + ")");
    }

    @Test
    void aUserWhoMayNotUseTheSchemaIsToldSo() throws SQLException {
        Engine engine = Engines.postgres();
        engine.require();
        DataSource stranger = engine.restricted();
        String schema = table + "_schema";
        LockTable inside = LockTable.shedlock().named(schema + '.' + table);
        run(engine, "CREATE SCHEMA " + schema);
        after.add(() -> runQuietly(engine, "DROP SCHEMA " + schema + " CASCADE"));
        run(engine, shedlock(engine).replace("\"public\"", schema));

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> TableLocks.on(stranger, inside))
                .withMessage("user " + user(stranger) + " lacks USAGE of its schema, SELECT, INSERT, UPDATE on table "
                        + inside.table() + "; have an administrator run: GRANT USAGE ON SCHEMA " + schema + " TO "
                        + user(stranger) + "; GRANT SELECT, INSERT, UPDATE ON " + inside.table() + " TO "
                        + user(stranger));
    }

    @ParameterizedTest
    @MethodSource("all")
    void theClassicSystemsSayTheSame(Engine engine) {
        engine.require();
        try (TableLockManager manager =
                new TableLockManager(engine.dataSource(), LockTable.locks().named(table), Duration.ofMinutes(5))) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> manager.tryLock("Order", "1"))
                    .withMessage(notThere(locks(engine)));
        }
        PessimisticLockDefinition job = new Job();
        try (PessimisticLock locks = new PessimisticLock(
                engine.dataSource(), "node", LockTable.pessimisticLock().named(table))) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> locks.doLock(job))
                    .withMessage(notThere(pessimistic(engine)));
        }
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        try (DistLock lock =
                new DistLock(engine.dataSource(), LockTable.shedlock().named(table)).telling(events::add)) {
            assertThat(lock.tryLock("report", "node", Duration.ofMinutes(1))).isFalse();
            assertThat(events)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            LockEvent.StoreFailed.class,
                            failed -> assertThat(failed.cause()).hasMessage(notThere(shedlock(engine))));
        }
    }

    private record Job() implements PessimisticLockDefinition {
        @Override
        public String getLockName() {
            return "job";
        }

        @Override
        public Long getOverTime() {
            return 30_000L;
        }

        @Override
        public Integer getRetryCount() {
            return 0;
        }

        @Override
        public Long getRetryInterval() {
            return 1L;
        }
    }
}
