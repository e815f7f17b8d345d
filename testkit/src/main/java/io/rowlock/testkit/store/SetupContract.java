package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockSchema;
import io.rowlock.LockSetupException;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Privilege;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.UnreliableDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** The table is created and checked at the start; what cannot serve is refused there, with what to do about it. */
public interface SetupContract extends Contract {

    @Promise
    default void theTableIsCreatedOnFirstUseAndUsedByTheNext(ContractFixture bench) {
        bench.useOwnTable();
        assertThat(bench.rows().exists()).isFalse();

        try (Hold hold = bench.client().lock("first").acquire()) {
            assertThat(bench.client().lock("first").tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
        assertThat(bench.rows().exists()).isTrue();
    }

    @Promise
    default void manyClientsMayStartAtOnceOnAnEmptyDatabase(ContractFixture bench) {
        bench.useOwnTable();

        List<Rowlock> clients = bench.crew().gather(8, number -> Optional.of(bench.client()));

        assertThat(clients).hasSize(8);
        try (Hold hold = clients.get(0).lock("first").acquire()) {
            assertThat(clients)
                    .noneMatch(client -> client.lock("first").tryAcquire().isPresent());
            assertThat(hold.isHeld()).isTrue();
        }
    }

    @Promise
    default void aMissingTableThatMayNotBeCreatedIsAClearError(ContractFixture bench) {
        bench.useOwnTable();
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> bench.client(settings -> settings.createTable(false)))
                .withMessageContaining(bench.table())
                .withMessageContaining("LockSchema");
        assertThat(bench.rows().exists()).isFalse();
    }

    @Promise
    default void thePrintedDefinitionMakesATableThatServesAndMayBeRunTwice(ContractFixture bench) {
        bench.useOwnTable();
        List<String> statements = LockSchema.statements(bench.database(), bench.table());
        bench.run(statements);
        Rowlock client = bench.client(settings -> settings.createTable(false));
        try (Hold hold = client.lock("kept").acquire()) {
            bench.run(statements);
            assertThat(hold.check()).isTrue();
        }
        statements.forEach(statement ->
                assertThat(LockSchema.script(bench.database(), bench.table())).contains(statement));
    }

    @Promise
    default void aTableWithoutAColumnIsRefused(ContractFixture bench) {
        bench.useOwnTable();
        bench.run(LockSchema.statements(bench.database(), bench.table()));
        bench.rows().dropView();
        bench.run(List.of("ALTER TABLE " + bench.table() + " DROP COLUMN expires_us"));

        assertRefused(bench, "LockSchema");
    }

    @Promise
    default void aTableOfSomethingElseIsRefused(ContractFixture bench) {
        bench.useOwnTable();
        bench.run(List.of("CREATE TABLE " + bench.table() + " (id INT PRIMARY KEY, text VARCHAR(20))"));

        assertRefused(bench, "LockSchema");
    }

    /** Without it two rows could stand for one lock. */
    @Promise
    default void aTableWithoutItsPrimaryKeyIsRefused(ContractFixture bench) {
        bench.useOwnTable();
        bench.run(LockSchema.statements(bench.database(), bench.table()));
        bench.run(List.of(
                bench.database() == Database.POSTGRESQL
                        ? "ALTER TABLE " + bench.table() + " DROP CONSTRAINT " + bench.table() + "_pkey"
                        : "ALTER TABLE " + bench.table() + " DROP PRIMARY KEY"));

        assertRefused(bench, "key");
    }

    @Promise
    default void aTableThatIgnoresTrailingBlanksIsRefused(ContractFixture bench) {
        bench.useOwnTable();
        bench.run(LockSchema.statements(bench.database(), bench.table()));
        bench.rows().dropView();
        bench.run(LooseNames.ignoringTrailingBlanks(bench.database(), bench.table()));

        assertRefused(bench, "byte for byte");
    }

    @Promise
    default void aTableThatIgnoresCaseIsRefused(ContractFixture bench) {
        bench.useOwnTable();
        bench.run(LockSchema.statements(bench.database(), bench.table()));
        bench.rows().dropView();
        bench.run(LooseNames.ignoringCase(bench.database(), bench.table()));

        assertRefused(bench, "byte for byte");
    }

    @Promise
    default void aTableOfAnotherProtocolIsRefused(ContractFixture bench) {
        bench.useOwnTable();
        bench.run(LockSchema.statements(bench.database(), bench.table()));
        bench.run(List.of("UPDATE " + bench.table() + " SET token = 2 WHERE slot = -1"));

        assertRefused(bench, "2");
    }

    @Promise
    default void aTableWithoutItsProtocolRowIsRefused(ContractFixture bench) {
        bench.useOwnTable();
        bench.run(LockSchema.statements(bench.database(), bench.table()));
        bench.run(List.of("DELETE FROM " + bench.table()));

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> bench.client(settings -> settings.createTable(false)))
                .withMessageContaining(bench.table());
    }

    @Promise
    default void theTableMayStandInASchemaOfItsOwn(ContractFixture bench) throws SQLException {
        bench.useOwnSchema();
        try (Hold hold = bench.client().lock("there").acquire()) {
            assertThat(hold.check()).isTrue();
            assertThat(bench.client().lock("there").tryAcquire()).isEmpty();
        }
        assertThat(bench.rows().exists()).isTrue();
    }

    @Promise
    default void hostileTableNamesAreRefused(ContractFixture bench) {
        RowlockBuilder builder = Rowlock.builder(bench.source());
        List<String> hostile = List.of(
                "",
                " ",
                "a b",
                "a;b",
                "a; DROP TABLE x",
                "a--",
                "\"a\"",
                "`a`",
                "[a]",
                "a'b",
                "a.b.c",
                ".a",
                "a.",
                "1a",
                "t\u00e4ble",
                "a\n",
                "a\u0000",
                "a(b)",
                "a/*b*/",
                "a".repeat(64));

        for (String table : hostile) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.table(table))
                    .withMessageContaining("table name");
            assertThatIllegalArgumentException().isThrownBy(() -> LockSchema.statements(bench.database(), table));
        }
    }

    @Promise
    default void aUserWithTheRightToReadWriteAndChangeRowsIsEnough(ContractFixture bench) {
        bench.client();
        DataSource modest = bench.restricted(Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE);
        Rowlock client = bench.client(modest, settings -> settings.createTable(false));
        try (Hold hold = client.lock(bench.name("modest")).acquire()) {
            hold.renew();
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void aUserWhoMayNotCreateTheTableIsToldSo(ContractFixture bench) {
        bench.useOwnTable();
        DataSource modest = bench.restricted(Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE);
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> bench.client(modest))
                .withMessageContaining(bench.table())
                .withMessageContaining("LockSchema");
    }

    @Promise
    default void aUserWhoMayOnlyReadIsToldSoAtTheStart(ContractFixture bench) {
        bench.client();
        DataSource reader = bench.restricted(Privilege.SELECT);
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> bench.client(reader, settings -> settings.createTable(false)))
                .withMessageContaining(bench.table());
    }

    @Promise
    default void aUserWhoMayNotEvenReadIsToldSoAtTheStart(ContractFixture bench) {
        bench.client();
        DataSource stranger = bench.restricted();
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> bench.client(stranger, settings -> settings.createTable(false)))
                .withMessageContaining("rowlock");
    }

    @Promise
    default void aDatabaseThatCannotBeReachedIsAClearErrorAtTheStart(ContractFixture bench) {
        UnreliableDataSource unreliable = bench.unreliable();
        unreliable.fail();

        assertThat(bench.crew()
                        .async(() -> bench.client(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(2)))))
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LockStoreException.class)
                .withMessageContaining("database");
        bench.await().until(() -> bench.rowlockThreads().isEmpty());
    }

    private static void assertRefused(ContractFixture bench, String hint) {
        for (boolean create : new boolean[] {true, false}) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> bench.client(settings -> settings.createTable(create)))
                    .withMessageContaining(bench.table())
                    .withMessageContaining(hint);
        }
        assertThat(bench.source().open()).isZero();
        bench.await().until(() -> bench.rowlockThreads().isEmpty());
    }
}
