package io.rowlock.engines.fault.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent.Lost;
import io.rowlock.LockEvent.Renewed;
import io.rowlock.LockEvent.StoreFailed;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.engines.fault.fixture.Events;
import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.network.Direction;
import io.rowlock.engines.network.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Networks that swallow bytes without a word: L6, calls are bounded; L2, renewals find another way; L3 and S2. */
public interface BlackHoleContract extends FaultContract {

    /** The lease of the other client, which must keep its lock however busy the machine is. */
    Duration UNHURRIED = Duration.ofSeconds(30);

    /** A lease that is much shorter than a patient client's calls, and long enough for a busy machine. */
    Duration SHORT = Duration.ofSeconds(9);

    /** Which bytes are swallowed. */
    enum Hole {
        TO_SERVER,
        TO_CLIENT,
        BOTH;

        void open(Proxy proxy) {
            switch (this) {
                case TO_SERVER -> proxy.blackhole(Direction.TO_SERVER);
                case TO_CLIENT -> proxy.blackhole(Direction.TO_CLIENT);
                case BOTH -> proxy.blackhole();
            }
        }
    }

    /** After the hole is closed, what was swallowed arrives late, and must not win the lock that another then has. */
    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.CONCURRENT)
    default void anAcquireIntoABlackHoleFailsInTimeAndItsLateArrivalWinsNothing(Hole hole, FaultFixture fixture)
            throws Exception {
        Proxy proxy = fixture.proxy();
        Rowlock client = impatient(proxy, fixture, new Events());
        LockDefinition lock = fixture.lock(LockDefinition.MIN_LEASE);
        client.lock(lock).acquire().close();

        hole.open(proxy);
        assertFailsInTime(fixture.async(() -> client.lock(lock).tryAcquire()));

        try (Hold other = fixture.client().lock(fixture.lock(UNHURRIED)).acquire()) {
            proxy.heal();
            fixture.await("the client's recovery").until(() -> answers(client));
            assertThat(client.lock(lock).tryAcquire()).isEmpty();
            assertThat(other.check()).isTrue();
            assertThat(fixture.status().token()).isEqualTo(other.token());
        }
        try (Hold again = client.lock(lock).acquire()) {
            assertThat(again.check()).isTrue();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aHolderInABlackHoleKnowsOfItsLossBeforeAnotherIsGranted(FaultFixture fixture) {
        Proxy proxy = fixture.proxy();
        CompletableFuture<Long> lost = new CompletableFuture<>();
        Hold hold = impatient(proxy, fixture, new Events())
                .lock(fixture.lock(LockDefinition.MIN_LEASE))
                .acquire();
        hold.onLost(() -> lost.complete(System.nanoTime()));

        proxy.blackhole();
        try (Hold other = fixture.client().lock(fixture.lock(UNHURRIED)).acquire()) {
            long granted = System.nanoTime();
            assertThat(hold.isHeld()).isFalse();
            assertThat(lost).isCompleted();
            assertThat(lost.join() - granted)
                    .as("the loss was told, after the other's grant")
                    .isNegative();
            assertThat(other.token()).isGreaterThan(hold.token());

            proxy.heal();
            hold.close();
            assertThat(hold.isHeld()).as("held again").isFalse();
            assertThat(other.check()).isTrue();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aRenewalIntoABlackHoleIsRetriedOnAFreshConnectionWithinTheLease(FaultFixture fixture) {
        Proxy swallowing = fixture.proxy();
        Route route = new Route(engine().dataSource(swallowing.address()));
        Events events = new Events();
        Rowlock client = fixture.client(route, settings -> settings.listener(events));
        try (Hold hold = client.lock(fixture.lock(Duration.ofSeconds(4))).acquire()) {
            route.take(engine().dataSource());
            swallowing.blackhole();
            int renewed = events.count(Renewed.class);

            fixture.await("two renewals by the other way")
                    .until(() -> events.count(Renewed.class) >= renewed + 2 || events.count(Lost.class) > 0);

            assertThat(events.all(Lost.class)).isEmpty();
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.check()).isTrue();
        }
    }

    /** The lease leaves time for a driver that itself tries for a while before it says so. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aRefusingServerIsSurvivedForTwoRenewals(FaultFixture fixture) {
        Proxy proxy = fixture.proxy();
        Events events = new Events();
        Rowlock client = impatient(proxy, fixture, events);
        try (Hold hold = client.lock(fixture.lock(Duration.ofSeconds(9))).acquire()) {
            proxy.refuse();
            proxy.cutAll();
            fixture.await("two failed renewals").until(() -> events.count(StoreFailed.class) >= 2);
            proxy.heal();

            int renewed = events.count(Renewed.class);
            fixture.await("a renewal")
                    .until(() -> events.count(Renewed.class) > renewed || events.count(Lost.class) > 0);
            assertThat(events.all(Lost.class)).isEmpty();
            assertThat(hold.isHeld()).isTrue();
        }
    }

    /** A connect into a black hole hangs until the black hole closes, unless it is interrupted. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void connectionsThatHangWhileBeingOpenedDoNotStopTheClientForEver(FaultFixture fixture) throws Exception {
        Proxy swallowing = fixture.proxy();
        Route route = new Route(engine().dataSource());
        Rowlock client = fixture.client(route, settings -> settings.callTimeout(FaultFixture.IMPATIENCE));
        route.take(engine().dataSource(swallowing.address()));
        swallowing.blackhole();
        fixture.await("failing calls").until(() -> !answers(client));

        route.take(engine().dataSource());
        fixture.await("the client's recovery by the other way").until(() -> answers(client));
        try (Hold hold = client.lock(fixture.lock(LockDefinition.MIN_LEASE)).acquire()) {
            assertThat(hold.check()).isTrue();
        }
    }

    /** Both workers hang in calls that may take far longer than the lease; one of them is cut for the renewal. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aRenewalDoesNotWaitForCallsThatMayHangForLongerThanTheLease(FaultFixture fixture) {
        Proxy swallowing = fixture.proxy();
        Route route = new Route(engine().dataSource(swallowing.address()));
        Rowlock client = fixture.client(route, settings -> settings.callTimeout(Duration.ofMinutes(2)));
        Duration half = SHORT.dividedBy(2);
        AtomicInteger answered = new AtomicInteger();
        try (Hold hold = client.lock(fixture.lock(SHORT)).acquire()) {
            for (int worker = 0; worker < 2; worker++) {
                var unused = fixture.async(() -> askForEver(client, answered));
            }
            fixture.await("calls on both workers").until(() -> answered.get() > 20);
            route.take(engine().dataSource());
            swallowing.blackhole();

            fixture.await("the time of a renewal").until(() -> hold.remaining().compareTo(half) < 0);
            fixture.await("a renewal").until(() -> hold.remaining().compareTo(half) > 0 || !hold.isHeld());
            assertThat(hold.isHeld()).isTrue();
        } finally {
            // Or the end of the client would wait for the worker that hangs still.
            swallowing.refuse();
            swallowing.cutAll();
        }
    }

    private static boolean askForEver(Rowlock client, AtomicInteger answered) {
        while (true) {
            client.admin().locks();
            answered.incrementAndGet();
        }
    }

    private Rowlock impatient(Proxy proxy, FaultFixture fixture, Events events) {
        return fixture.client(
                engine().dataSource(proxy.address()),
                settings -> settings.callTimeout(FaultFixture.IMPATIENCE).listener(events));
    }

    private static void assertFailsInTime(CompletableFuture<?> call) {
        assertThatThrownBy(() -> call.get(FaultFixture.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(LockStoreException.class);
    }

    private static boolean answers(Rowlock client) {
        try {
            client.admin().locks();
            return true;
        } catch (LockStoreException away) {
            return false;
        }
    }
}
