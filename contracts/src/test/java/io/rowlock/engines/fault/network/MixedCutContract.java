package io.rowlock.engines.fault.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.network.Proxy;
import io.rowlock.testkit.source.GatedDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * S8 for calls of all kinds that share a round trip, where the database lets them, and a cut: acquires, releases and renewals of
 * different locks are held up together, let go at once, and cut. Each is settled by itself, or reported as in doubt.
 */
public interface MixedCutContract extends FaultContract {

    /** How many calls of each kind go together. */
    int EACH = 4;

    /** Into how many parts the build cuts the round trip, in each direction. */
    int FEW = 5;

    /** The same, when there is time. */
    int MANY = 250;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void callsOfAllKindsThatAreCutTogetherAreSettledEachForItself(FaultFixture fixture) {
        cutTogether(fixture, FEW);
    }

    @Test
    @Tag("long")
    @Timeout(1800)
    default void callsOfAllKindsThatAreCutTogetherAtManyPlacesAreSettledEachForItself(FaultFixture fixture) {
        cutTogether(fixture, MANY);
    }

    private void cutTogether(FaultFixture fixture, int places) {
        Proxy proxy = fixture.proxy();
        Supplier<Crossing.Group> queued =
                () -> new Crossing(fixture, new GatedDataSource(engine().dataSource(proxy.address()))).queued();
        new Cuts(proxy, places)
                .of(queued, Crossing.Group::go, Crossing.Group::assertSettled)
                .forEach(cut -> {
                    Crossing.Group group = queued.get();
                    cut.during(group::go);
                    group.assertSettled(cut.toString());
                });
        assertThat(proxy.cutsMade()).isPositive();
    }

    /**
     * A client whose calls are held up, so that they go on together. Each group has its own: requests that were in doubt are
     * released in the background for a long time, and those statements would pass the gate in place of others.
     */
    final class Crossing {
        private static final AtomicInteger NAMES = new AtomicInteger();
        private static final Duration LONG = Duration.ofMinutes(10);
        private static final int WAYS = 2;

        private final FaultFixture fixture;
        private final GatedDataSource gate;
        private final Rowlock client;

        private Crossing(FaultFixture fixture, GatedDataSource gate) {
            this.fixture = fixture;
            this.gate = gate;
            client = fixture.client(gate, settings -> settings);
        }

        /** Calls that wait for one of the ways to the database, the first of them already in front of the gate. */
        private Group queued() {
            Group group = new Group(acquired(), acquired(), freshNames());
            gate.shut();
            List<CompletableFuture<Boolean>> blockers = new ArrayList<>();
            for (int way = 0; way < WAYS; way++) {
                blockers.add(fixture.async(() -> client.admin().find("blocker").isPresent()));
            }
            fixture.await("blocked ways").until(() -> gate.waiting() == WAYS);
            group.queue();
            gate.let(WAYS);
            blockers.forEach(CompletableFuture::join);
            fixture.await("the round trip").until(() -> gate.waiting() > 0);
            return group;
        }

        private List<Hold> acquired() {
            return freshNames().stream()
                    .map(name -> client.lock(lock(name)).acquire())
                    .toList();
        }

        private List<String> freshNames() {
            return IntStream.range(0, EACH)
                    .mapToObj(unused -> fixture.name() + "-" + NAMES.incrementAndGet())
                    .toList();
        }

        private static LockDefinition lock(String name) {
            return LockDefinition.of(name).withLease(LONG);
        }

        /** Calls of all kinds. */
        private final class Group {
            private final List<Hold> released;
            private final List<Hold> renewed;
            private final List<String> fresh;
            private final List<Thread> callers = new ArrayList<>();
            private final List<CompletableFuture<Boolean>> others = new ArrayList<>();
            private final List<CompletableFuture<Optional<Hold>>> acquired = new ArrayList<>();

            Group(List<Hold> released, List<Hold> renewed, List<String> fresh) {
                this.released = released;
                this.renewed = renewed;
                this.fresh = fresh;
            }

            void queue() {
                others.addAll(call(number -> () -> closed(released.get(number))));
                acquired.addAll(call(
                        number -> () -> client.lock(lock(fresh.get(number))).tryAcquire()));
                others.addAll(call(number -> () -> renewed(renewed.get(number))));
                fixture.await("calls that wait").until(() -> callers.stream().allMatch(Group::waits));
            }

            private <T> List<CompletableFuture<T>> call(IntFunction<Callable<T>> calls) {
                return IntStream.range(0, EACH)
                        .mapToObj(number -> {
                            CompletableFuture<Thread> caller = new CompletableFuture<>();
                            CompletableFuture<T> answer = fixture.async(() -> {
                                caller.complete(Thread.currentThread());
                                return calls.apply(number).call();
                            });
                            callers.add(caller.join());
                            return answer;
                        })
                        .toList();
            }

            private static boolean waits(Thread caller) {
                return caller.getState() == Thread.State.WAITING || caller.getState() == Thread.State.TIMED_WAITING;
            }

            /** Lets them go, and waits until each has its answer. */
            Group go() {
                gate.open();
                others.forEach(CompletableFuture::join);
                acquired.forEach(CompletableFuture::join);
                return this;
            }

            void assertSettled() {
                assertSettled("not cut");
            }

            void assertSettled(String where) {
                try (client) {
                    assertEachIsSettled(where);
                }
            }

            private void assertEachIsSettled(String where) {
                for (CompletableFuture<Optional<Hold>> answer : acquired) {
                    Hold hold = answer.join()
                            .orElseThrow(() -> new AssertionError("told busy though nobody had it, " + where));
                    assertIsTheOnlyHold(hold, where);
                    assertThat(fixture.status(hold.key().name()).grants())
                            .as("grants, %s", where)
                            .isOne();
                    hold.close();
                }
                for (Hold hold : renewed) {
                    assertThat(hold.isHeld()).as("held, %s", where).isTrue();
                    assertIsTheOnlyHold(hold, where);
                    hold.close();
                }
                for (Hold hold : released) {
                    assertThat(hold.isHeld()).as("held, %s", where).isFalse();
                    fixture.await("the release, " + where)
                            .until(() -> fixture.isFree(hold.key().name()));
                }
            }

            private void assertIsTheOnlyHold(Hold hold, String where) {
                LockStatus status = fixture.status(hold.key().name());
                assertThat(status.state()).as("state, %s", where).isEqualTo(State.HELD);
                assertThat(status.token()).as("token, %s", where).isEqualTo(hold.token());
            }
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
    }
}
