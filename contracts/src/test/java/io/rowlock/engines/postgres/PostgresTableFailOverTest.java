package io.rowlock.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableHold;
import io.rowlock.table.TableLock;
import io.rowlock.table.TableLocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * As {@link PostgresFailOverTest}, with a table of others: an administrator ends the waits for a standby that is down, the primary
 * is lost, and the standby is promoted.
 */
class PostgresTableFailOverTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration CALL_TIMEOUT = Duration.ofMillis(800);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TABLE = """
            CREATE TABLE shedlock (name varchar(64) PRIMARY KEY, lock_until timestamp NOT NULL, locked_at timestamp NOT NULL,
                locked_by varchar(255) NOT NULL)""";

    @Test
    void aGrantAndARenewalThatNoStandbyHasAreInDoubt() throws Exception {
        try (PostgresPair pair = PostgresPair.start()) {
            run(pair.primary(), TABLE);
            try (TableLocks before = locks(pair.primary("options=-c%20client_min_messages=error"))) {
                held(before, "cancelled").close();
                held(before, "terminated").close();
                TableHold renewed = held(before, "renewed");
                pair.stopStandby();

                Throwable cancelled =
                        told(pair::cancelWaits, () -> lock(before, "cancelled").tryAcquire());
                Throwable terminated = told(
                        pair::terminateWaits, () -> lock(before, "terminated").tryAcquire());
                assertThat(cancelled).isInstanceOf(LockOutcomeUnknownException.class);
                assertThat(terminated).isInstanceOf(LockOutcomeUnknownException.class);
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> pair.cancelWaits() >= 0 && !renewed.isHeld());

                pair.failOver();
                try (TableLocks after = locks(pair.standby())) {
                    assertThat(held(after, "cancelled").isHeld()).isTrue();
                    assertThat(held(after, "terminated").isHeld()).isTrue();
                    assertThat(held(after, "renewed").isHeld()).isTrue();
                }
            }
        }
    }

    private static TableLocks locks(DataSource source) {
        return TableLocks.builder(source, LockTable.shedlock())
                .callTimeout(CALL_TIMEOUT)
                .build();
    }

    /** Waits for a lease that is running out. */
    private static TableHold held(TableLocks locks, String name) {
        return lock(locks, name).tryAcquire(LEASE.multipliedBy(2)).orElseThrow();
    }

    private static TableLock lock(TableLocks locks, String name) {
        return locks.lock(name).withLease(LEASE);
    }

    /** The result that a caller gets while an administrator ends each wait as soon as it is seen. */
    private static @Nullable Throwable told(IntSupplier ending, Runnable act) {
        CompletableFuture<Throwable> done = CompletableFuture.supplyAsync(() -> catchThrowable(act::run));
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> ending.getAsInt() > 0);
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> ending.getAsInt() >= 0 && done.isDone());
        return done.join();
    }

    private static void run(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
