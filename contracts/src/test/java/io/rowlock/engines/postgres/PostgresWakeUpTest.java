package io.rowlock.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.HeavyPromise;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Wake-ups on PostgreSQL: who is notified, in which order, and what a notification costs that nobody hears. */
class PostgresWakeUpTest implements Contract {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Override
    public ServerEngine database() {
        return Engines.postgres();
    }

    /** The lock is reserved for the notified waiter, so no more hand-offs come before its turn than were allowed. */
    @Promise
    void afterSoManyLocalHandOffsTheWaiterOfAnotherProcessIsToldAndHasItsTurn(ContractFixture fixture)
            throws SQLException {
        DistributedLock lock = fixture.client()
                .lock(LockDefinition.of(fixture.name("passed")).withWait(LONG).withLocalHandOffs(2));
        try (RemoteWaiter other = new RemoteWaiter(fixture, lock, 1)) {
            Hold first = lock.acquire();
            List<CompletableFuture<Hold>> waiting = Stream.generate(
                            () -> lock.acquireAsync().toCompletableFuture())
                    .limit(3)
                    .toList();
            other.register();
            first.close();
            Hold second = waiting.get(0).join();
            assertThat(other.heard()).isEmpty();
            second.close();
            Hold third = waiting.get(1).join();
            assertThat(other.heard()).isEmpty();
            third.close();
            assertThat(other.heard()).containsExactly(lock.definition().name());
            waiting.get(2).join().close();
        }
    }

    @Promise
    void aReleaseNotifiesTheFirstInOrderOnceAndNobodyWhenNobodyWaits(ContractFixture fixture) throws SQLException {
        DistributedLock lock = fixture.client().lock(fixture.name("told"));
        try (RemoteWaiter late = new RemoteWaiter(fixture, lock, 2);
                RemoteWaiter early = new RemoteWaiter(fixture, lock, 1)) {
            Hold first = lock.acquire();
            late.register();
            early.register();
            first.close();
            assertThat(early.heard()).containsExactly(lock.definition().name());
            assertThat(late.heard()).isEmpty();

            early.take();
            assertThat(late.heard()).containsExactly(lock.definition().name());

            late.take();
            lock.acquire().close();
            assertThat(early.heard()).isEmpty();
            assertThat(late.heard()).isEmpty();
        }
    }

    /** PostgreSQL prepares no transaction that has notified someone. */
    @Promise
    void aTransactionThatReleasesALockOthersWaitForCanBePrepared(ContractFixture fixture) throws SQLException {
        DistributedLock lock = fixture.client().lock(fixture.name("prepared"));
        Rowlock waiter = fixture.client();
        Hold hold = lock.acquire();
        CompletableFuture<Hold> waiting =
                waiter.lock(lock.definition()).acquireAsync(LONG).toCompletableFuture();
        Registrations.await(fixture, lock, 1);
        try (Transaction work = Transaction.on(fixture.source())) {
            hold.releaseWith(work.connection());
            work.run("PREPARE TRANSACTION '" + lock.definition().name() + "'");
        }
        assertThat(waiting).isNotDone();
        fixture.sql().run("COMMIT PREPARED '" + lock.definition().name() + "'");
        assertThat(waiting).succeedsWithin(30, TimeUnit.SECONDS);
        waiting.join().close();
    }

    @Promise
    void aWokenWaiterFindsTheLockReservedForItAndNotForOthers(ContractFixture fixture) throws SQLException {
        DistributedLock lock = fixture.client().lock(fixture.name("reserved"));
        try (RemoteWaiter next = new RemoteWaiter(fixture, lock, 1)) {
            Hold first = lock.acquire();
            next.register();
            first.close();

            assertThat(fixture.rows().number(lock.definition().name(), "keep_until_us"))
                    .isEqualTo(next.reservedUntil())
                    .isPositive();
            next.hold(Duration.ofHours(1));
            assertThat(lock.tryAcquire()).as("while it is reserved for another").isEmpty();
            next.hold(Duration.ZERO);
            assertThat(lock.tryAcquire().map(ContractFixture::closed)).contains(true);
        }
    }

    @Promise
    void aWaiterThatComesLateDoesNotInheritTheReservation(ContractFixture fixture) throws SQLException {
        DistributedLock lock = fixture.client().lock(fixture.name("inherited"));
        Rowlock late = fixture.client();
        try (RemoteWaiter next = new RemoteWaiter(fixture, lock, 1)) {
            Hold first = lock.acquire();
            next.register();
            first.close();
            next.hold(Duration.ofHours(1));

            CompletableFuture<Hold> waiting =
                    late.lock(lock.definition()).acquireAsync(LONG).toCompletableFuture();
            Registrations.await(fixture, lock, 1);
            fixture.crew().pause(Duration.ofMillis(300));
            assertThat(waiting).isNotDone();

            next.hold(Duration.ZERO);
            assertThat(waiting).succeedsWithin(30, TimeUnit.SECONDS);
            waiting.join().close();
        }
    }

    /** It is told, and hears nothing, and its lease is long; the one behind it looks for itself. */
    @Promise
    void aDeadWaiterThatIsFirstInOrderDelaysTheNextForAMomentOnly(ContractFixture fixture) throws SQLException {
        DistributedLock lock = fixture.client().lock(fixture.name("dead"));
        Rowlock waiter = fixture.client();
        Hold first = lock.acquire();
        try (RemoteWaiter dead = new RemoteWaiter(fixture, lock, 1)) {
            dead.register();
            CompletableFuture<Hold> waiting =
                    waiter.lock(lock.definition()).acquireAsync(LONG).toCompletableFuture();
            Registrations.await(fixture, lock, 2);
            first.close();

            assertThat(waiting).succeedsWithin(20, TimeUnit.SECONDS);
            waiting.join().close();
            assertThat(dead.heard()).containsExactly(lock.definition().name());
        }
    }

    /** On a busy machine some are too slow to use their reservation, and lose their turn; then it is tried again. */
    @HeavyPromise
    void clientsGetTheLockInTheOrderOfTheirArrival(ContractFixture fixture) {
        List<Rowlock> clients = Stream.generate(fixture::client).limit(3).toList();
        List<Integer> inversions = new ArrayList<>();
        do {
            inversions.add(IntStream.range(0, 3)
                    .map(round -> inversions(orderOfTurns(fixture, clients, inversions.size() * 3 + round)))
                    .sum());
        } while (inversions.size() < 5 && inversions.get(inversions.size() - 1) > 1);
        assertThat(inversions).as("out of order, of nine pairs each time").anyMatch(number -> number <= 1);
    }

    private static List<Integer> orderOfTurns(ContractFixture fixture, List<Rowlock> clients, int round) {
        DistributedLock gate = fixture.client().lock(fixture.name("order" + round));
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> turns = new ArrayList<>();
        Hold first = gate.acquire();
        for (int number = 0; number < clients.size(); number++) {
            int who = number;
            turns.add(clients.get((number + round) % 3)
                    .lock(gate.definition())
                    .acquireAsync(LONG)
                    .thenAccept(hold -> {
                        order.add(who);
                        hold.close();
                    })
                    .toCompletableFuture());
            Registrations.await(fixture, gate, number + 1);
        }
        first.close();
        turns.forEach(turn -> assertThat(turn).succeedsWithin(30, TimeUnit.SECONDS));
        return order;
    }

    private static int inversions(List<Integer> order) {
        return (int) IntStream.range(0, order.size())
                .mapToLong(i -> order.subList(i, order.size()).stream()
                        .filter(later -> later < order.get(i))
                        .count())
                .sum();
    }
}
