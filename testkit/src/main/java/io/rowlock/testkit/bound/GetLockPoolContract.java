package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent.Renewed;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.SmallPool;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Waiting inside {@code GET_LOCK} on a pool that is short of connections, or answers late. */
public interface GetLockPoolContract extends Contract {

    /** The client decides to cut a wait. Before it has done so, the wait ends with the lock. */
    @Promise
    default void aWaitThatIsCutTooLateDoesNotCostTheHoldThatItLedTo(ContractFixture fixture) throws Exception {
        String name = fixture.name("cut");
        SmallPool pool = fixture.pool(3);
        PausedDataSource source = PausedDataSource.aborting(pool);
        AtomicInteger renewals = new AtomicInteger();
        Rowlock client = sharing(fixture, source, renewals);
        try (Connection original = fixture.source().getConnection()) {
            assertThat(GetLockSessions.ask(original, "SELECT GET_LOCK(?, 0)", name))
                    .isOne();
            CompletableFuture<Hold> waiting = acquire(client, name);
            GetLockSessions.awaitQueued(fixture, name);
            try (Connection one = pool.getConnection();
                    Connection other = pool.getConnection()) {
                fixture.await().until(source::isReached);
                assertThat(one.isClosed() || other.isClosed()).isFalse();
            }
            client.admin().find(name);
            assertThat(GetLockSessions.ask(original, "SELECT RELEASE_LOCK(?)", name))
                    .isOne();
            try (Hold hold = waiting.get(60, TimeUnit.SECONDS)) {
                source.goOn();
                awaitThreeRenewals(fixture, hold, renewals);
                assertThat(hold.isHeld()).isTrue();
            }
        } finally {
            source.goOn();
        }
    }

    /** A pool may answer long after the client was closed. */
    @Promise
    default void aConnectionThatArrivesAfterCloseDoesNotEnterTheQueue(ContractFixture fixture) throws Exception {
        String name = fixture.name("late");
        PausedDataSource source = PausedDataSource.borrowing(fixture.source(), "rowlock-server-wait");
        Rowlock client = sharing(fixture, source, new AtomicInteger());
        try (Connection original = fixture.source().getConnection()) {
            assertThat(GetLockSessions.ask(original, "SELECT GET_LOCK(?, 0)", name))
                    .isOne();
            CompletableFuture<Hold> waiting = acquire(client, name);
            fixture.await().until(source::isReached);
            client.close();
            assertThat(waiting).failsWithin(Duration.ofSeconds(10));

            source.goOn();
            List<Long> queued = new ArrayList<>();
            // A wait that is not prevented lasts for as long as a slice, which is longer than this.
            fixture.await().atMost(Duration.ofSeconds(20)).until(() -> {
                queued.add(GetLockSessions.queued(original, name));
                return fixture.rowlockThreads().isEmpty();
            });
            assertThat(queued).containsOnly(0L);
        } finally {
            source.goOn();
        }
    }

    private static Rowlock sharing(ContractFixture fixture, DataSource source, AtomicInteger renewals) {
        return fixture.client(
                source,
                settings -> settings.sharingLockNames().listener(event -> {
                    if (event instanceof Renewed) {
                        renewals.incrementAndGet();
                    }
                }));
    }

    private static CompletableFuture<Hold> acquire(Rowlock client, String name) {
        LockDefinition definition = LockDefinition.of(name).withLease(Duration.ofSeconds(3));
        return client.lock(definition).acquireAsync(Duration.ofMinutes(2)).toCompletableFuture();
    }

    private static void awaitThreeRenewals(ContractFixture fixture, Hold hold, AtomicInteger renewals) {
        int before = renewals.get();
        fixture.await().until(() -> renewals.get() >= before + 3 || !hold.isHeld());
    }
}
