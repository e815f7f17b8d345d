package io.rowlock.engines.fault.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent.Lost;
import io.rowlock.Rowlock;
import io.rowlock.engines.fault.fixture.Events;
import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.network.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** S8 for statements that carry many holds: the renewal of all that are due, and the release of all at the end. */
public interface BatchCutContract extends FaultContract {

    /** How many holds share a statement. */
    int HOLDS = 20;

    /** At how many places each direction is cut. */
    int PLACES = 5;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aRenewalOfManyThatIsCutAnywhereLosesNone(FaultFixture fixture) {
        Proxy proxy = fixture.proxy();
        Events events = new Events();
        Rowlock client = fixture.client(engine().dataSource(proxy.address()), settings -> settings.listener(events));
        List<Hold> holds = acquireAll(client, fixture, Duration.ofSeconds(3));
        Traffic before = proxy.traffic();
        awaitRenewals(fixture, holds, 1);
        long length = Math.max(proxy.traffic().since(before).toServer(), 2_000);

        for (int place = 0; place <= PLACES; place++) {
            long bytes = place * length / PLACES;
            List<Long> renewals = renewals(fixture, holds);
            if (place % 2 == 0) {
                proxy.cutAfterClientBytes(bytes);
            } else {
                proxy.cutAfterServerBytes(bytes / 10);
            }
            int cuts = proxy.cutsMade();
            fixture.await("the cut after " + bytes + " bytes")
                    .until(() -> proxy.cutsMade() > cuts || minimum(renewals(fixture, holds)) > minimum(renewals) + 2);
            proxy.heal();
            List<Long> now = renewals(fixture, holds);
            fixture.await("renewals after the cut").until(() -> allMore(renewals(fixture, holds), now));
            assertThat(holds).as("after %d bytes", bytes).allMatch(Hold::isHeld);
        }
        assertThat(events.all(Lost.class)).isEmpty();
        assertThat(proxy.cutsMade()).isPositive();
        assertThat(holds)
                .allSatisfy(hold ->
                        assertThat(fixture.status(hold.key().name()).token()).isEqualTo(hold.token()));
        client.close();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aReleaseOfManyThatIsCutAnywhereReleasesAllAndOnlyItsOwn(FaultFixture fixture) {
        Proxy proxy = fixture.proxy();
        Rowlock other = fixture.client();
        for (int place = 0; place < 2 * PLACES; place++) {
            Rowlock client = fixture.client(engine().dataSource(proxy.address()), settings -> settings);
            List<Hold> holds = acquireAll(client, fixture, Duration.ofMinutes(5));
            if (place < PLACES) {
                proxy.cutAfterClientBytes(place * 400L);
            } else {
                proxy.cutAfterServerBytes((place - PLACES) * 40L);
            }
            client.close();
            proxy.heal();
            assertThat(holds).noneMatch(Hold::isHeld);
            String where = "cut number " + place;
            fixture.await("all released, " + where)
                    .until(() -> holds.stream()
                            .allMatch(hold -> fixture.isFree(hold.key().name())));
            List<Hold> next = acquireAll(other, fixture, Duration.ofMinutes(5));
            assertThat(next).as(where).allMatch(Hold::check);
            next.forEach(Hold::close);
        }
        assertThat(proxy.cutsMade()).isPositive();
    }

    private static List<Hold> acquireAll(Rowlock client, FaultFixture fixture, Duration lease) {
        return IntStream.range(0, HOLDS)
                .mapToObj(number -> client.lock(
                                LockDefinition.of(fixture.name() + "-" + number).withLease(lease))
                        .tryAcquire()
                        .orElseThrow(() -> new AssertionError("lock " + number + " is not free")))
                .toList();
    }

    private static void awaitRenewals(FaultFixture fixture, List<Hold> holds, int more) {
        fixture.await("renewals").until(() -> minimum(renewals(fixture, holds)) >= more);
    }

    private static List<Long> renewals(FaultFixture fixture, List<Hold> holds) {
        List<Long> renewals = new ArrayList<>();
        holds.forEach(hold -> renewals.add(fixture.status(hold.key().name()).renewals()));
        return renewals;
    }

    private static long minimum(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    private static boolean allMore(List<Long> now, List<Long> before) {
        return IntStream.range(0, now.size()).allMatch(i -> now.get(i) > before.get(i));
    }
}
