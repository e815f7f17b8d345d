package io.rowlock.engines.fault.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.worker.Tally;
import io.rowlock.engines.worker.Tally.Step;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Connections that are cut in mid statement and in mid reply, at places spread over the whole exchange: S8, no false
 * answer. The lease is long, so that what is settled was settled, and did not just run out.
 */
public interface CutContract extends FaultContract {
    /** Longer than any of these tests. */
    Duration LONG = Duration.ofMinutes(10);

    /** Into how many parts an exchange is cut. */
    int FEW = 6;

    /** The same, when there is time. */
    int MANY = 700;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void anAcquireThatIsCutAnywhereIsSettledAsOneGrant(FaultFixture fixture) {
        cutAcquires(fixture, FEW);
    }

    @Test
    @Tag("long")
    default void anAcquireThatIsCutAtAlmostEveryByteIsSettledAsOneGrant(FaultFixture fixture) {
        cutAcquires(fixture, MANY);
    }

    private void cutAcquires(FaultFixture fixture, int places) {
        Proxy proxy = fixture.proxy();
        Rowlock client = through(proxy, fixture);
        Rowlock other = fixture.client();
        DistributedLock lock = client.lock(fixture.lock(LONG));
        AtomicInteger settled = new AtomicInteger();
        lock.acquire().close();

        new Cuts(proxy, places)
                .of(() -> lock, DistributedLock::acquire, Hold::close)
                .forEach(cut -> {
                    long grants = fixture.status().grants();
                    Optional<Hold> granted = acquired(client, lock, cut);
                    assertThat(fixture.status().grants())
                            .as("grants, %s", cut)
                            .isEqualTo(grants + granted.stream().count());
                    granted.ifPresent(hold -> {
                        settled.incrementAndGet();
                        assertIsTheOnlyHold(hold, fixture.status(), cut);
                        assertThat(other.lock(fixture.name()).tryAcquire())
                                .as("another's, %s", cut)
                                .isEmpty();
                        hold.close();
                    });
                    fixture.await("the release, " + cut).until(() -> fixture.isFree(fixture.name()));
                });
        assertThat(settled).as("acquires that were settled").hasPositiveValue();
    }

    /** Nothing if the cut met the client while it was still connecting: then it is told that nothing was sent. */
    private static Optional<Hold> acquired(Rowlock client, DistributedLock lock, Cuts.Cut cut) {
        client.admin().locks();
        try {
            return Optional.of(cut.during(() -> lock.tryAcquire())
                    .orElseThrow(() -> new AssertionError("told busy though nobody had it, " + cut)));
        } catch (LockStoreException notSent) {
            assertThat(notSent)
                    .isNotInstanceOf(LockOutcomeUnknownException.class)
                    .hasMessageContaining("nothing was sent");
            return Optional.empty();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void theFirstAcquireOfANameThatIsCutAnywhereIsSettledAsOneGrant(FaultFixture fixture) {
        Proxy proxy = fixture.proxy();
        Rowlock client = through(proxy, fixture);
        AtomicInteger names = new AtomicInteger();
        AtomicInteger settled = new AtomicInteger();

        new Cuts(proxy, FEW)
                .of(() -> fresh(client, fixture, names), DistributedLock::acquire, Hold::close)
                .forEach(cut -> {
                    DistributedLock lock = fresh(client, fixture, names);
                    acquired(client, lock, cut).ifPresent(hold -> {
                        settled.incrementAndGet();
                        LockStatus status = fixture.status(lock.definition().name());
                        assertIsTheOnlyHold(hold, status, cut);
                        assertThat(status.grants()).as("grants, %s", cut).isOne();
                        hold.close();
                    });
                });
        assertThat(settled).as("acquires that were settled").hasPositiveValue();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aRenewalThatIsCutAnywhereLosesNothing(FaultFixture fixture) {
        Proxy proxy = fixture.proxy();
        Rowlock client = through(proxy, fixture);
        try (Hold hold = client.lock(fixture.lock(LONG)).acquire()) {
            new Cuts(proxy, FEW)
                    .of(() -> hold, CutContract::renewed, unused -> {})
                    .forEach(cut -> {
                        LockStatus before = fixture.status();
                        client.admin().locks();
                        boolean renewed = cut.during(() -> renewed(hold));
                        LockStatus after = fixture.status();
                        assertThat(hold.isHeld()).as("held, %s", cut).isTrue();
                        assertIsTheOnlyHold(hold, after, cut);
                        if (renewed) {
                            assertThat(after.until()).as("until, %s", cut).isAfter(before.until());
                        }
                    });
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aReleaseThatIsCutAnywhereReleasesOnceAndOnlyItsOwn(FaultFixture fixture) {
        cutReleases(fixture, FEW);
    }

    @Test
    @Tag("long")
    default void aReleaseThatIsCutAtAlmostEveryByteReleasesOnceAndOnlyItsOwn(FaultFixture fixture) {
        cutReleases(fixture, MANY);
    }

    private void cutReleases(FaultFixture fixture, int places) {
        Proxy proxy = fixture.proxy();
        Rowlock client = through(proxy, fixture);
        Rowlock other = fixture.client();
        DistributedLock lock = client.lock(fixture.lock(LONG));
        lock.acquire().close();

        new Cuts(proxy, places)
                .of(lock::acquire, CutContract::closed, unused -> {})
                .forEach(cut -> {
                    Hold hold = lock.acquire();
                    cut.during(() -> closed(hold));
                    assertThat(hold.isHeld()).isFalse();
                    try (Hold next = other.lock(fixture.lock(LONG)).acquire()) {
                        // A part of the release that is still under way, or is sent again, must not touch this one.
                        client.lock(fixture.lock(LONG)).tryAcquire().ifPresent(twice -> {
                            throw new AssertionError("held twice, " + cut);
                        });
                        assertThat(next.check()).as("the next hold, %s", cut).isTrue();
                        assertIsTheOnlyHold(next, fixture.status(), cut);
                    }
                });
    }

    /** Two clients, four threads, and a network that breaks for some seconds, more often than it takes to connect. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void countingLosesNoStepOverANetworkThatBreaksAgainAndAgain(FaultFixture fixture) throws Exception {
        Tally tally = fixture.tally();
        List<Proxy> proxies = List.of(fixture.proxy(), fixture.proxy());
        List<Rowlock> clients =
                proxies.stream().map(proxy -> through(proxy, fixture)).toList();
        AtomicInteger counted = new AtomicInteger();
        List<CompletableFuture<Boolean>> counters = IntStream.range(0, 4)
                .mapToObj(i -> fixture.async(() -> count(clients.get(i % 2), fixture, counted)))
                .toList();

        long seed = System.nanoTime();
        Random random = new Random(seed);
        CompletableFuture<Void> all = CompletableFuture.allOf(counters.toArray(CompletableFuture[]::new));
        for (int cut = 0; cut < 50 && !all.isDone(); cut++) {
            cutSomewhere(proxies.get(random.nextInt(2)), random);
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(100)).toNanos());
        }
        proxies.forEach(Proxy::heal);
        all.get();

        assertThat(tally.number()).as("seed %d", seed).isEqualTo(counted.get()).isEqualTo(60);
        assertThat(tally.steps())
                .as("tokens in the order of the steps, seed %d", seed)
                .extracting(Step::token)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(proxies).allSatisfy(proxy -> assertThat(proxy.cutsMade()).isPositive());
    }

    private static void cutSomewhere(Proxy proxy, Random random) {
        if (random.nextBoolean()) {
            proxy.cutAfterClientBytes(random.nextInt(1_000));
        } else {
            proxy.cutAfterServerBytes(random.nextInt(1_000));
        }
    }

    private boolean count(Rowlock client, FaultFixture fixture, AtomicInteger counted) throws SQLException {
        try (Tally tally = Tally.of(engine().dataSource(), fixture.name())) {
            for (int step = 0; step < 15; ) {
                try (Hold hold = client.lock(fixture.lock(LONG)).acquire()) {
                    tally.add(hold.token());
                    counted.incrementAndGet();
                    step++;
                } catch (LockStoreException brokenNotBusy) {
                    // The network is as bad as that; what counts is that nothing was counted twice.
                }
            }
        }
        return true;
    }

    default Rowlock through(Proxy proxy, FaultFixture fixture) {
        return fixture.client(engine().dataSource(proxy.address()), settings -> settings);
    }

    private static DistributedLock fresh(Rowlock client, FaultFixture fixture, AtomicInteger names) {
        return client.lock(LockDefinition.of(fixture.name() + "-" + names.incrementAndGet())
                .withLease(LONG));
    }

    private static boolean closed(Hold hold) {
        hold.close();
        return true;
    }

    private static boolean renewed(Hold hold) {
        try {
            hold.renew();
            return true;
        } catch (LockStoreException unknown) {
            return false;
        }
    }

    static void assertIsTheOnlyHold(Hold hold, LockStatus status, Cuts.Cut cut) {
        assertThat(status.state()).as("state, %s", cut).isEqualTo(State.HELD);
        assertThat(status.token()).as("token, %s", cut).isEqualTo(hold.token());
    }
}
