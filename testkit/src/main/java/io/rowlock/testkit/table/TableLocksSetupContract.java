package io.rowlock.testkit.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.LockSetupException;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableHold;
import io.rowlock.table.TableLocks;
import io.rowlock.testkit.classic.ClassicFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.LentDataSource;
import java.util.concurrent.atomic.AtomicBoolean;

/** The setup of a client of another library's table: connections, tables, names. */
public interface TableLocksSetupContract extends TableLocksContract {
    /** An application that keeps its tenants in schemas of their own changes the schema of pooled connections. */
    @Promise
    default void connectionsThatTheApplicationSetToAnotherSchemaReachTheSameTable() throws Exception {
        try (TableFixture fixture = new TableFixture(database(), Kind.DIST_LOCK)) {
            AtomicBoolean moved = new AtomicBoolean();
            LentDataSource wandering = new LentDataSource(fixture.classic.source(), connection -> {
                if (moved.get() && fixture.classic.isInnoDb()) {
                    connection.setCatalog("information_schema");
                } else if (moved.get()) {
                    connection.setSchema(
                            fixture.classic.kind().equals("h2") ? "INFORMATION_SCHEMA" : "information_schema");
                }
            });
            TableLocks client = fixture.classic.open(TableLocks.on(wandering, fixture.description()));
            moved.set(true);
            try (TableHold hold = client.lock(TableFixture.NAME).acquire()) {
                assertThat(hold.check()).isTrue();
                assertThat(fixture.lock().tryAcquire()).isEmpty();
            }
        }
    }

    @Promise
    default void aTableThatIsNotThereIsRejectedAtStartup() throws Exception {
        try (ClassicFixture classic = new ClassicFixture(database())) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() ->
                            TableLocks.on(classic.source(), LockTable.shedlock().named("no_such_table")))
                    .withMessageContaining("no_such_table");
        }
    }

    @Promise
    default void aNameThatTheTableCannotHoldIsRejected() throws Exception {
        try (TableFixture fixture = new TableFixture(database(), Kind.SHEDLOCK)) {
            TableLocks client = fixture.client();
            assertThatIllegalArgumentException().isThrownBy(() -> client.lock("x".repeat(65)));
        }
    }
}
