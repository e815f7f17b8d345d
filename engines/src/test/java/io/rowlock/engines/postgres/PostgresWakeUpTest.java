package io.rowlock.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.driver.PromptSocketFactory;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.HeavyPromise;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.CountingDataSource;
import io.rowlock.testkit.source.PlainDataSource;
import io.rowlock.testkit.sql.PlainSql;
import io.rowlock.testkit.sql.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.ds.PGSimpleDataSource;

/** Wake-ups on PostgreSQL: who is notified, in which order, and what a lost or unheard notification costs. */
class PostgresWakeUpTest implements Contract {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Override
    public ServerEngine database() {
        return Engines.postgres();
    }

    /** The lock is reserved for the notified waiter, so no more hand-offs come before its turn than were allowed. */
    @Promise
    void afterSoManyLocalPassesTheWaiterOfAnotherProcessIsToldAndHasItsTurn(ContractFixture fixture)
            throws SQLException {
        DistributedLock lock = fixture.client()
                .lock(LockDefinition.of(fixture.name("passed")).withWait(LONG).withLocalPasses(2));
        try (Stranger other = new Stranger(fixture, lock, 1)) {
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
        try (Stranger late = new Stranger(fixture, lock, 2);
                Stranger early = new Stranger(fixture, lock, 1)) {
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
        awaitRegistered(fixture, lock, 1);
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
        try (Stranger next = new Stranger(fixture, lock, 1)) {
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
    void whoComesLateDoesNotInheritTheReservation(ContractFixture fixture) throws SQLException {
        DistributedLock lock = fixture.client().lock(fixture.name("inherited"));
        Rowlock late = fixture.client();
        try (Stranger next = new Stranger(fixture, lock, 1)) {
            Hold first = lock.acquire();
            next.register();
            first.close();
            next.hold(Duration.ofHours(1));

            CompletableFuture<Hold> waiting =
                    late.lock(lock.definition()).acquireAsync(LONG).toCompletableFuture();
            awaitRegistered(fixture, lock, 1);
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
        try (Stranger dead = new Stranger(fixture, lock, 1)) {
            dead.register();
            CompletableFuture<Hold> waiting =
                    waiter.lock(lock.definition()).acquireAsync(LONG).toCompletableFuture();
            awaitRegistered(fixture, lock, 2);
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
            awaitRegistered(fixture, gate, number + 1);
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

    @Promise
    void theListenerIsThereWhileSomeoneWaitsAndGoneAfterwards(ContractFixture fixture) {
        String name = fixture.name("listened");
        CountingDataSource watched = fixture.watched();
        Rowlock waiter = fixture.client(watched);
        Hold taken = fixture.client().lock(name).acquire();
        assertThat(listeners(fixture)).isEmpty();
        CompletableFuture<Hold> waiting = waiter.lock(name).acquireAsync(LONG).toCompletableFuture();
        awaitRegistered(fixture, waiter.lock(name), 1);
        assertThat(listeners(fixture)).hasSize(1);
        fixture.await().until(() -> watched.open() == 1);

        waiting.cancel(true);

        fixture.await().until(() -> listeners(fixture).isEmpty() && watched.open() == 0);
        taken.close();
        assertThat(registered(fixture, waiter.lock(name))).isZero();
    }

    /** The second in line asks when the first gives up, and is answered when its own time is over. */
    @Promise
    void whoeverWaitedInVainLeavesNothingBehind(ContractFixture fixture) {
        String name = fixture.name("vain");
        Rowlock holder = fixture.client();
        Rowlock waiter = fixture.client();
        List<Hold> taken = IntStream.range(0, 20)
                .mapToObj(number -> holder.lock(name + number).acquire())
                .toList();
        List<CompletableFuture<Hold>> waiting = IntStream.range(0, 40)
                .mapToObj(number -> waiter.lock(name + number / 2)
                        .acquireAsync(Duration.ofMillis(500))
                        .toCompletableFuture())
                .toList();

        assertThat(waiting).allSatisfy(one -> assertThat(one).failsWithin(30, TimeUnit.SECONDS));

        fixture.await().until(() -> listeners(fixture).isEmpty());
        taken.forEach(Hold::close);
    }

    @Promise
    void closingTheClientEndsItsListener(ContractFixture fixture) {
        String name = fixture.name("closed");
        Rowlock waiter = fixture.client();
        try (Hold taken = fixture.client().lock(name).acquire()) {
            CompletableFuture<Hold> waiting =
                    waiter.lock(name).acquireAsync(LONG).toCompletableFuture();
            awaitRegistered(fixture, waiter.lock(name), 1);
            waiter.close();
            assertThat(waiting).failsWithin(30, TimeUnit.SECONDS);
            assertThat(listeners(fixture)).isEmpty();
            assertThat(taken.isHeld()).isTrue();
        }
    }

    @Promise
    void waitersOfOtherClientsAreCounted(ContractFixture fixture) {
        String name = fixture.name("counted");
        Rowlock holder = fixture.client();
        Rowlock waiter = fixture.client();
        Hold taken = holder.lock(name).acquire();
        CompletableFuture<Hold> waiting = waiter.lock(name).acquireAsync(LONG).toCompletableFuture();

        fixture.awaitWaiters(holder, name, 1);
        assertThat(holder.admin().locks())
                .filteredOn(status -> status.name().equals(name))
                .extracting(LockStatus::waiters)
                .containsExactly(1);
        taken.close();
        waiting.join().close();
        fixture.awaitWaiters(holder, name, 0);
    }

    /** Another driver, or a wrapper that does not open. The others come back at once, and are always registered. */
    @Promise
    void aClientThatCannotHearGetsItsTurnAmongOthersThatCan(ContractFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("hidden")).withWait(LONG.multipliedBy(2));
        Rowlock deaf = fixture.client(new Sealed(fixture.watched()));
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Boolean>> others = Stream.generate(fixture::client)
                .limit(2)
                .map(client -> fixture.crew().async(() -> {
                    while (!over.get()) {
                        client.lock(definition).run(() -> fixture.crew().pause(Duration.ofMillis(5)));
                    }
                    return true;
                }))
                .toList();

        try (Hold hold = deaf.lock(definition).acquire()) {
            assertThat(hold.isHeld()).isTrue();
        } finally {
            over.set(true);
        }
        others.forEach(other -> assertThat(other).succeedsWithin(60, TimeUnit.SECONDS));
    }

    /** Only who has heard its own greeting registers; so the sockets pass notifications on. */
    @Promise
    void promptSocketsHearToo(ContractFixture fixture) {
        PGSimpleDataSource prompt = new PGSimpleDataSource();
        prompt.setURL(database().jdbcUrl());
        prompt.setUser(database().user());
        prompt.setPassword(database().password());
        prompt.setSocketFactory(PromptSocketFactory.class.getName());
        DistributedLock lock = fixture.client(prompt).lock(fixture.name("prompt"));
        Rowlock waiter = fixture.client(prompt);
        for (int round = 0; round < 20; round++) {
            Hold taken = lock.acquire();
            CompletableFuture<Hold> waiting =
                    waiter.lock(lock.definition()).acquireAsync(LONG).toCompletableFuture();
            awaitRegistered(fixture, lock, 1);
            taken.close();
            assertThat(waiting).succeedsWithin(30, TimeUnit.SECONDS);
            waiting.join().close();
        }
    }

    @Promise
    void registrationsAreUsedAgainAndPurged(ContractFixture fixture) {
        fixture.useOwnTable();
        DistributedLock lock = fixture.client().lock("again");
        for (int round = 0; round < 4; round++) {
            Hold taken = lock.acquire();
            Rowlock waiter = fixture.client();
            CompletableFuture<Hold> waiting =
                    waiter.lock(lock.definition()).acquireAsync(LONG).toCompletableFuture();
            awaitRegistered(fixture, lock, 1);
            taken.close();
            waiting.join().close();
        }
        assertThat(number(fixture, "SELECT count(*) FROM %s WHERE kind = 'waiter'", ""))
                .isEqualTo(1);

        run(fixture, "UPDATE %s SET since_us = 1, expires_us = 1 WHERE kind = 'waiter'");
        fixture.client().admin().purge(Duration.ofDays(1));
        assertThat(number(fixture, "SELECT count(*) FROM %s WHERE kind = 'waiter'", ""))
                .isZero();
    }

    private static List<Thread> listeners(ContractFixture fixture) {
        return fixture.rowlockThreads().stream()
                .filter(thread -> thread.getName().equals("rowlock-listener"))
                .toList();
    }

    private static void awaitRegistered(ContractFixture fixture, DistributedLock lock, int number) {
        fixture.await().until(() -> registered(fixture, lock) == number);
    }

    private static long registered(ContractFixture fixture, DistributedLock lock) {
        return number(
                fixture,
                "SELECT count(*) FROM %s WHERE kind = 'waiter' AND expires_us > 0 AND name = '"
                        + lock.definition().name() + "'",
                "");
    }

    private static long number(ContractFixture fixture, String sql, String unused) {
        return new PlainSql(fixture.testDatabase().dataSource()).number(sql.formatted(fixture.table()) + unused);
    }

    private static void run(ContractFixture fixture, String sql) {
        new PlainSql(fixture.testDatabase().dataSource()).run(sql.formatted(fixture.table()));
    }

    /** A process that waits as Rowlock's do, by hand. */
    private static final class Stranger implements AutoCloseable {
        private final ContractFixture fixture;
        private final LockDefinition definition;
        private final Connection connection;
        private final int arrival;
        private final String id;

        Stranger(ContractFixture fixture, DistributedLock lock, int arrival) throws SQLException {
            this.fixture = fixture;
            this.definition = lock.definition();
            this.arrival = arrival;
            id = "%032x".formatted(System.identityHashCode(this) * 31L + arrival);
            connection = fixture.testDatabase().dataSource().getConnection();
            try (Statement statement = connection.createStatement()) {
                statement.execute("LISTEN rowlock_" + id);
            }
        }

        void register() {
            new PlainSql(fixture.testDatabase().dataSource())
                    .run(
                            ("INSERT INTO %s (name, slot, kind, process, since_us, expires_us, waiters)"
                                            + " VALUES (?, ?, 'waiter', ?, ?, ?, 1)")
                                    .formatted(fixture.table()),
                            definition.name(),
                            -2000 - arrival,
                            id,
                            (long) arrival,
                            Long.MAX_VALUE);
        }

        /** Takes the lock that is reserved for it, and gives it back. */
        void take() {
            hold(Duration.ZERO);
            fixture.client().lock(definition).acquire().close();
        }

        /** Has the reservation last as long as that from now. */
        void hold(Duration longer) {
            new PlainSql(fixture.testDatabase().dataSource())
                    .run(
                            "UPDATE %s SET keep_until_us = keep_until_us + ? WHERE name = ? AND keep_until_us > 0"
                                    .formatted(fixture.table()),
                            longer.isZero() ? -Duration.ofHours(2).toNanos() / 1_000 : longer.toNanos() / 1_000,
                            definition.name());
        }

        long reservedUntil() {
            return new PlainSql(fixture.testDatabase().dataSource())
                    .number(
                            "SELECT keep_until_us FROM %s WHERE name = ? AND slot = ?".formatted(fixture.table()),
                            definition.name(),
                            -2000 - arrival);
        }

        /** The notifications so far: a round trip brings all that were committed before. */
        List<String> heard() throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
            PGNotification[] heard = connection.unwrap(PGConnection.class).getNotifications();
            return heard == null
                    ? List.of()
                    : Arrays.stream(heard).map(PGNotification::getParameter).toList();
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    /** A data source whose connections do not say whose they are. */
    private record Sealed(CountingDataSource inner) implements PlainDataSource {
        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = inner.getConnection();
            return (Connection) java.lang.reflect.Proxy.newProxyInstance(
                    Sealed.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("unwrap")) {
                            throw new SQLException("not what you think");
                        }
                        try {
                            return method.invoke(connection, arguments);
                        } catch (InvocationTargetException thrown) {
                            throw thrown.getCause();
                        }
                    });
        }
    }
}
