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

/** The table is created and checked at startup. A table that cannot serve is rejected, with what to do about it. */
public interface SetupContract extends Contract {

    @Promise
    default void theTableIsCreatedOnFirstUseAndUsedByTheNext(ContractFixture fixture) {
        fixture.useOwnTable();
        assertThat(fixture.rows().exists()).isFalse();

        try (Hold hold = fixture.client().lock("first").acquire()) {
            assertThat(fixture.client().lock("first").tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
        assertThat(fixture.rows().exists()).isTrue();
    }

    @Promise
    default void manyClientsMayStartAtOnceOnAnEmptyDatabase(ContractFixture fixture) {
        fixture.useOwnTable();

        List<Rowlock> clients = fixture.crew().gather(8, number -> Optional.of(fixture.client()));

        assertThat(clients).hasSize(8);
        try (Hold hold = clients.get(0).lock("first").acquire()) {
            assertThat(clients)
                    .noneMatch(client -> client.lock("first").tryAcquire().isPresent());
            assertThat(hold.isHeld()).isTrue();
        }
    }

    @Promise
    default void aMissingTableThatMayNotBeCreatedIsAClearError(ContractFixture fixture) {
        fixture.useOwnTable();
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> fixture.client(settings -> settings.createTable(false)))
                .withMessageContaining(fixture.table())
                .withMessageContaining("LockSchema");
        assertThat(fixture.rows().exists()).isFalse();
    }

    @Promise
    default void thePrintedDefinitionMakesATableThatServesAndMayBeRunTwice(ContractFixture fixture) {
        fixture.useOwnTable();
        List<String> statements = LockSchema.statements(fixture.database(), fixture.table());
        fixture.run(statements);
        Rowlock client = fixture.client(settings -> settings.createTable(false));
        try (Hold hold = client.lock("kept").acquire()) {
            fixture.run(statements);
            assertThat(hold.check()).isTrue();
        }
        statements.forEach(statement -> assertThat(LockSchema.script(fixture.database(), fixture.table()))
                .contains(statement));
    }

    @Promise
    default void aTableWithoutAColumnIsRejected(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.run(LockSchema.statements(fixture.database(), fixture.table()));
        fixture.rows().dropView();
        fixture.run(List.of("ALTER TABLE " + fixture.table() + " DROP COLUMN expires_us"));

        assertRejected(fixture, "LockSchema");
    }

    @Promise
    default void aTableOfSomethingElseIsRejected(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.run(List.of("CREATE TABLE " + fixture.table() + " (id INT PRIMARY KEY, text VARCHAR(20))"));

        assertRejected(fixture, "is not Rowlock's");
    }

    /** Without it two rows could stand for one lock. */
    @Promise
    default void aTableWithoutItsPrimaryKeyIsRejected(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.run(LockSchema.statements(fixture.database(), fixture.table()));
        fixture.run(List.of(
                fixture.database() == Database.POSTGRESQL
                        ? "ALTER TABLE " + fixture.table() + " DROP CONSTRAINT " + fixture.table() + "_pkey"
                        : "ALTER TABLE " + fixture.table() + " DROP PRIMARY KEY"));

        assertRejected(fixture, "key");
    }

    @Promise
    default void aTableThatIgnoresTrailingBlanksIsRejected(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.run(LockSchema.statements(fixture.database(), fixture.table()));
        fixture.rows().dropView();
        fixture.run(LooseNames.ignoringTrailingBlanks(fixture.database(), fixture.table()));

        assertRejected(fixture, "byte for byte");
    }

    @Promise
    default void aTableThatIgnoresCaseIsRejected(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.run(LockSchema.statements(fixture.database(), fixture.table()));
        fixture.rows().dropView();
        fixture.run(LooseNames.ignoringCase(fixture.database(), fixture.table()));

        assertRejected(fixture, "byte for byte");
    }

    @Promise
    default void aTableOfAnotherProtocolIsRejected(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.run(LockSchema.statements(fixture.database(), fixture.table()));
        fixture.run(List.of("UPDATE " + fixture.table() + " SET protocol_version = 3 WHERE kind = 'protocol'"));

        assertRejected(fixture, "protocol 3");
    }

    @Promise
    default void aTableWithoutItsProtocolRowIsRejected(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.run(LockSchema.statements(fixture.database(), fixture.table()));
        fixture.run(List.of("DELETE FROM " + fixture.table()));

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> fixture.client(settings -> settings.createTable(false)))
                .withMessageContaining(fixture.table());
    }

    @Promise
    default void theTableMayStandInASchemaOfItsOwn(ContractFixture fixture) throws SQLException {
        fixture.useOwnSchema();
        try (Hold hold = fixture.client().lock("there").acquire()) {
            assertThat(hold.check()).isTrue();
            assertThat(fixture.client().lock("there").tryAcquire()).isEmpty();
        }
        assertThat(fixture.rows().exists()).isTrue();
    }

    @Promise
    default void hostileTableNamesAreRejected(ContractFixture fixture) {
        RowlockBuilder builder = Rowlock.builder(fixture.source());
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
            assertThatIllegalArgumentException().isThrownBy(() -> LockSchema.statements(fixture.database(), table));
        }
    }

    @Promise
    default void aUserWithTheRightToReadWriteAndChangeRowsIsEnough(ContractFixture fixture) {
        fixture.client();
        DataSource modest = fixture.restricted(Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE);
        Rowlock client = fixture.client(modest, settings -> settings.createTable(false));
        try (Hold hold = client.lock(fixture.name("modest")).acquire()) {
            hold.renew();
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void aUserWhoMayNotCreateTheTableIsToldSo(ContractFixture fixture) {
        fixture.useOwnTable();
        DataSource modest = fixture.restricted(Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE);
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> fixture.client(modest))
                .withMessageContaining(fixture.table())
                .withMessageContaining("LockSchema");
    }

    @Promise
    default void aUserWhoMayOnlyReadIsToldSoAtStartup(ContractFixture fixture) {
        fixture.client();
        DataSource reader = fixture.restricted(Privilege.SELECT);
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> fixture.client(reader, settings -> settings.createTable(false)))
                .withMessageContaining(fixture.table());
    }

    @Promise
    default void aUserWhoMayNotEvenReadIsToldSoAtStartup(ContractFixture fixture) {
        fixture.client();
        DataSource stranger = fixture.restricted();
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> fixture.client(stranger, settings -> settings.createTable(false)))
                .withMessageContaining("rowlock");
    }

    @Promise
    default void aDatabaseThatCannotBeReachedIsAClearErrorAtStartup(ContractFixture fixture) {
        UnreliableDataSource unreliable = fixture.unreliable();
        unreliable.fail();

        assertThat(fixture.crew()
                        .async(() ->
                                fixture.client(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(2)))))
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LockStoreException.class)
                .withMessageContaining("database");
        fixture.await().until(() -> fixture.rowlockThreads().isEmpty());
    }

    private static void assertRejected(ContractFixture fixture, String hint) {
        for (boolean create : new boolean[] {true, false}) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> fixture.client(settings -> settings.createTable(create)))
                    .withMessageContaining(fixture.table())
                    .withMessageContaining(hint);
        }
        assertThat(fixture.source().open()).isZero();
        fixture.await().until(() -> fixture.rowlockThreads().isEmpty());
    }
}
