package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Finding;
import io.rowlock.Finding.Severity;
import io.rowlock.Hold;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.LentDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * S1 whatever schema a connection is set to: an application that keeps its tenants in schemas of their own changes the
 * schema of pooled connections, and the other schema may have a table of the same name.
 */
public interface SchemaContract extends Contract {

    @Promise
    default void connectionsThatTheApplicationSetToAnotherSchemaLeadToTheSameLock(ContractFixture fixture) {
        fixture.useOwnTable();
        String tenant = fixture.tenantWithATable();
        AtomicBoolean moved = new AtomicBoolean();
        LentDataSource wandering = fixture.lent(connection -> {
            if (moved.get()) {
                fixture.setSchema(connection, tenant);
            }
        });
        Rowlock one = fixture.client(wandering);
        Rowlock two = fixture.client();
        moved.set(true);

        try (Hold hold = one.lock("shared").acquire()) {
            assertThat(two.lock("shared").tryAcquire()).as("a second holder").isEmpty();
            hold.renew();
            assertThat(hold.check()).isTrue();
            assertThat(two.admin().find("shared").map(LockStatus::token)).hasValue(hold.token());
        }
        try (Hold hold = two.lock("shared").acquire()) {
            assertThat(one.lock("shared").tryAcquire()).as("a second holder").isEmpty();
            assertThat(hold.check()).isTrue();
        }
        assertThat(one.admin().diagnose()).noneMatch(finding -> finding.severity() == Severity.IMPOSSIBLE);
    }

    @Promise
    default void guardsOnAConnectionOfAnotherSchemaGuardTheSameLock(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        String tenant = fixture.tenantWithATable();
        Hold hold = fixture.client().lock("guarded").acquire();

        try (Connection connection = fixture.source().getConnection()) {
            fixture.setSchema(connection, tenant);
            connection.setAutoCommit(false);
            hold.guard(connection);
            connection.commit();
            hold.releaseWith(connection);
            connection.commit();
        }
        fixture.await().until(() -> fixture.client().lock("guarded").tryRun(() -> {}));
    }

    /** Each finds another table first, so both would hold the same lock. */
    @Promise
    default void clientsThatStartInDifferentSchemasAreToldOfBothTables(ContractFixture fixture) {
        fixture.useOwnTable();
        Rowlock alone = fixture.client();
        assertThat(alone.admin().diagnose()).noneMatch(SchemaContract::tellsOfSeveralTables);
        String tenant = fixture.tenantWithATable();
        Rowlock moved = fixture.client(fixture.lent(connection -> fixture.setSchema(connection, tenant)));

        assertThat(alone.admin().diagnose()).anyMatch(SchemaContract::tellsOfSeveralTables);
        assertThat(moved.admin().diagnose()).anyMatch(SchemaContract::tellsOfSeveralTables);
        Rowlock named = fixture.client(settings -> settings.table(tenant + '.' + fixture.table()));
        assertThat(named.admin().diagnose()).noneMatch(SchemaContract::tellsOfSeveralTables);
    }

    private static boolean tellsOfSeveralTables(Finding finding) {
        return finding.toString().contains("several schemas");
    }
}
