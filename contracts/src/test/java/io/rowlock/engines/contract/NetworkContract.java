package io.rowlock.engines.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** The promises about the network: one round trip each to acquire and to release, and L6, bounded calls. */
public interface NetworkContract extends Contract {

    @Override
    ServerEngine database();

    /** Half of the calls, because an idle connection goes back now and then, and must be fetched again. */
    @Promise
    default void acquiringAndReleasingAKnownLockIsOneRoundTripEach(ContractFixture fixture) {
        Proxy proxy = TestNetwork.open(fixture, database());
        DistributedLock lock = fixture.client(fixture.pool(2, database().dataSource(proxy.address())))
                .lock(fixture.name("known"));
        lock.acquire().close();

        int[] acquire = new int[20];
        int[] release = new int[20];
        IntStream.range(0, 20).forEach(round -> {
            int before = proxy.traffic().roundTrips();
            Hold hold = lock.tryAcquire().orElseThrow();
            int acquired = proxy.traffic().roundTrips();
            hold.close();
            acquire[round] = acquired - before;
            release[round] = proxy.traffic().roundTrips() - acquired;
        });

        assertThat(IntStream.of(acquire).filter(roundTrips -> roundTrips == 1).count())
                .as("acquires of one round trip, in %s", Arrays.toString(acquire))
                .isGreaterThanOrEqualTo(10);
        assertThat(IntStream.of(release).filter(roundTrips -> roundTrips == 1).count())
                .as("releases of one round trip, in %s", Arrays.toString(release))
                .isGreaterThanOrEqualTo(10);
    }

    /** Its listening connection is gone, and with it every notification that came meanwhile. */
    @Promise
    default void aWaiterWhoseConnectionsAreCutGetsTheLockAllTheSame(ContractFixture fixture) {
        Proxy proxy = TestNetwork.open(fixture, database());
        String name = fixture.name("cut-off");
        Rowlock waiter = fixture.client(fixture.watched(database().dataSource(proxy.address())));
        Hold taken = fixture.client().lock(name).acquire();
        CompletableFuture<Hold> waiting =
                waiter.lock(name).acquireAsync(Duration.ofSeconds(60)).toCompletableFuture();
        fixture.awaitWaiters(waiter, name, 1);
        fixture.crew().pause(Duration.ofMillis(200));
        proxy.cutAll();
        taken.close();

        assertThat(waiting).succeedsWithin(60, TimeUnit.SECONDS);
        waiting.join().close();
    }

    @Promise
    default void aServerThatDoesNotAnswerIsABoundedErrorAtStartup(ContractFixture fixture) {
        assertBoundedErrorAtStartup(fixture, Proxy::blackhole);
    }

    @Promise
    default void aServerThatRefusesIsABoundedErrorAtStartup(ContractFixture fixture) {
        assertBoundedErrorAtStartup(fixture, Proxy::refuse);
    }

    @Promise
    default void aServerThatStopsAnsweringIsABoundedErrorAndBeliefEndsInTime(ContractFixture fixture) {
        Proxy proxy = TestNetwork.open(fixture, database());
        Rowlock client = fixture.client(
                fixture.watched(database().dataSource(proxy.address())),
                settings -> settings.callTimeout(Duration.ofSeconds(2)));
        LockDefinition definition = LockDefinition.of(fixture.name("silent")).withLease(Duration.ofSeconds(3));
        Hold hold = client.lock(definition).acquire();
        proxy.blackhole();

        assertThat(fixture.crew().async(() -> client.lock(fixture.name("other")).tryAcquire()))
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LockStoreException.class);
        fixture.await().until(() -> !hold.isHeld());
        try (Hold next = fixture.client().lock(definition).acquire(Duration.ofSeconds(30))) {
            assertThat(next.token()).isGreaterThan(hold.token());
        }
        proxy.heal();
    }

    /**
     * A thread that is about to connect, through a driver without a timeout, ends when the network does; a connection made
     * after the cut would hang, so none is allowed.
     */
    @Promise
    default void closeIsBoundedWhenTheServerDoesNotAnswer(ContractFixture fixture) {
        Proxy proxy = TestNetwork.open(fixture, database());
        Rowlock client = fixture.client(
                fixture.watched(database().dataSource(proxy.address())),
                settings -> settings.callTimeout(Duration.ofSeconds(2)));
        Hold hold = client.lock(fixture.name("stranded")).acquire();
        proxy.blackhole();

        assertThat(fixture.crew().async(() -> {
                    client.close();
                    return hold.isHeld();
                }))
                .succeedsWithin(60, TimeUnit.SECONDS)
                .isEqualTo(false);
        proxy.refuse();
        proxy.cutAll();
        fixture.await().until(() -> fixture.rowlockThreads().isEmpty());
        fixture.client().admin().revokeNow(hold.key().name(), hold.token());
    }

    @Promise
    default void aConnectionThatWasCutIsReplaced(ContractFixture fixture) {
        Proxy proxy = TestNetwork.open(fixture, database());
        Rowlock client = fixture.client(fixture.watched(database().dataSource(proxy.address())));
        String name = fixture.name("cut");
        try (Hold hold = client.lock(name).acquire()) {
            proxy.cutAll();
            hold.renew();
            proxy.cutAll();
            assertThat(hold.check()).isTrue();
            proxy.cutAll();
            assertThat(client.lock(name + "-other").tryAcquire().map(ContractFixture::closed))
                    .contains(true);
            proxy.cutAll();
            assertThat(client.lock(name).tryAcquire()).isEmpty();
        }
        // The connection of the release may have been cut as well; then it is sent again behind the caller's back.
        assertThat(ContractFixture.closed(client.lock(name).acquire())).isTrue();
    }

    private void assertBoundedErrorAtStartup(ContractFixture fixture, Consumer<Proxy> fault) {
        Proxy proxy = TestNetwork.open(fixture, database());
        DataSource source = fixture.watched(database().dataSource(proxy.address()));
        fault.accept(proxy);

        assertThat(fixture.crew()
                        .async(() -> fixture.client(source, settings -> settings.callTimeout(Duration.ofSeconds(2)))))
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LockStoreException.class);
    }
}
