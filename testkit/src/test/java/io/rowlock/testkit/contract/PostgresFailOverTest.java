package io.rowlock.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.engine.EngineExtension;
import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.PostgresPair;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Commits wait for a standby that is down, an administrator ends those waits, the primary is lost, and the standby is promoted.
 * PostgreSQL answers a cancelled wait with success and a warning, though the commit is on the primary alone. So such an answer
 * must not count, and neither must a repeat that only reads what the first request has written. One fail-over serves all tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresFailOverTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final Duration CALL_TIMEOUT = Duration.ofMillis(800);

    /** What the old holder has, and what it was told. */
    private record Told(@Nullable Hold hold, @Nullable Throwable failure) {

        boolean isHeld() {
            return hold != null && hold.isHeld();
        }
    }

    private final List<AutoCloseable> opened = new ArrayList<>();
    private PostgresPair pair;
    private Rowlock before;
    private Rowlock after;
    private Told cancelledAcquire;
    private Told terminatedAcquire;
    private Told cancelledRenewal;
    private Told cancelledRelease;
    private Told cancelledCommit;

    @BeforeAll
    void failOver() throws Exception {
        pair = opened(PostgresPair.start());
        before =
                opened(Rowlock.builder(pair.primary()).callTimeout(CALL_TIMEOUT).build());
        for (String name : List.of("cancelled", "terminated")) {
            before.lock(name).acquire().close();
        }
        Hold released = before.lock(definition("released")).acquire();
        Hold guarding = before.lock("guarding").acquire();
        run("CREATE TABLE guarded (id integer)");
        Hold renewed = before.lock(definition("renewed")).acquire();
        pair.stopStandby();

        cancelledAcquire = told(
                pair::cancelWaits, () -> before.lock("cancelled").tryAcquire().orElseThrow());
        terminatedAcquire = told(
                pair::terminateWaits,
                () -> before.lock("terminated").tryAcquire().orElseThrow());
        cancelledCommit = told(
                pair::cancelWaits,
                () -> guarding.guarded(pair.primary(), connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("INSERT INTO guarded VALUES (1)");
                    }
                    return guarding;
                }));
        cancelledRelease = told(pair::cancelWaits, () -> {
            released.close();
            return released;
        });
        await().until(() -> !renewed.isHeld() || renewed.remaining().compareTo(LEASE.dividedBy(2)) < 0);
        cancelledRenewal = told(pair::cancelWaits, () -> {
            renewed.renew();
            return renewed;
        });
        cancelledRenewal = new Told(renewed, cancelledRenewal.failure());

        pair.failOver();
        after = opened(Rowlock.create(pair.standby()));
    }

    private static LockDefinition definition(String name) {
        return LockDefinition.of(name).withLease(LEASE).withRenewal(false);
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.add(0, resource);
        return resource;
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = pair.primary().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Does something whose commits wait, while an administrator ends each wait as soon as it is seen. */
    private static Told told(IntSupplier ending, Callable<Hold> act) {
        CompletableFuture<Hold> done = CompletableFuture.supplyAsync(() -> {
            try {
                return act.call();
            } catch (Exception failure) {
                throw new CompletionException(failure);
            }
        });
        await().pollInterval(Duration.ofMillis(20)).until(() -> ending.getAsInt() > 0);
        await().pollInterval(Duration.ofMillis(20)).until(() -> ending.getAsInt() >= 0 && done.isDone());
        return done.handle((hold, failure) -> new Told(hold, failure == null ? null : failure.getCause()))
                .join();
    }

    @AfterAll
    void close() throws Exception {
        for (AutoCloseable resource : opened) {
            resource.close();
        }
    }

    @Test
    void aCancelledAcquireIsInDoubt() {
        assertNotHeldTwice("cancelled", cancelledAcquire);
        assertThat(cancelledAcquire.failure()).isInstanceOf(LockOutcomeUnknownException.class);
    }

    @Test
    void aTerminatedAcquireIsInDoubtThoughItsRepeatFindsItsRow() {
        assertNotHeldTwice("terminated", terminatedAcquire);
        assertThat(terminatedAcquire.failure()).isInstanceOf(LockOutcomeUnknownException.class);
    }

    @Test
    void aCancelledRenewalProlongsNoBelief() {
        assertNotHeldTwice("renewed", cancelledRenewal);
    }

    @Test
    void aCancelledReleaseLeavesTheLockToItsLease() {
        assertNotHeldTwice("released", cancelledRelease);
        assertThat(cancelledRelease.failure()).isNull();
    }

    @Test
    void aCancelledCommitOfAGuardedTransactionIsInDoubt() {
        assertThat(cancelledCommit.failure())
                .isInstanceOf(LockOutcomeUnknownException.class)
                .hasMessageContaining("guarding");
    }

    private void assertNotHeldTwice(String name, Told told) {
        Optional<Hold> next = after.lock(name).tryAcquire(LEASE.multipliedBy(2));
        assertThat(next).as("the next grant, on the new primary").isPresent();
        assertThat(told.isHeld())
                .as("whether the old holder still believes, told %s", told)
                .isFalse();
        next.get().close();
    }
}
