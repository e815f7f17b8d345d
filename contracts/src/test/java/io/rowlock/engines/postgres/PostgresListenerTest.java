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
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.CountingDataSource;
import io.rowlock.testkit.source.PlainDataSource;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/** The listeners of waiting clients on PostgreSQL, and the registrations by which others find them. */
class PostgresListenerTest implements Contract {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Override
    public ServerEngine database() {
        return Engines.postgres();
    }

    @Promise
    void theListenerIsThereWhileSomeoneWaitsAndGoneAfterwards(ContractFixture fixture) {
        String name = fixture.name("listened");
        CountingDataSource watched = fixture.watched();
        Rowlock waiter = fixture.client(watched);
        Hold taken = fixture.client().lock(name).acquire();
        assertThat(listeners(fixture)).isEmpty();
        CompletableFuture<Hold> waiting = waiter.lock(name).acquireAsync(LONG).toCompletableFuture();
        Registrations.await(fixture, waiter.lock(name), 1);
        assertThat(listeners(fixture)).hasSize(1);
        fixture.await().until(() -> watched.open() == 1);

        waiting.cancel(true);

        fixture.await().until(() -> listeners(fixture).isEmpty() && watched.open() == 0);
        taken.close();
        assertThat(Registrations.count(fixture, waiter.lock(name))).isZero();
    }

    /** The second in line asks when the first gives up, and is answered when its own time is over. */
    @Promise
    void aWaitThatTimesOutLeavesNoRegistration(ContractFixture fixture) {
        String name = fixture.name("timed-out");
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
            Registrations.await(fixture, waiter.lock(name), 1);
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
    void aClientWithoutNotificationsGetsItsTurnAmongOthersThatReceiveThem(ContractFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("hidden")).withWait(LONG.multipliedBy(2));
        Rowlock unnotified = fixture.client(new Sealed(fixture.watched()));
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

        try (Hold hold = unnotified.lock(definition).acquire()) {
            assertThat(hold.isHeld()).isTrue();
        } finally {
            over.set(true);
        }
        others.forEach(other -> assertThat(other).succeedsWithin(60, TimeUnit.SECONDS));
    }

    /** A client registers only after it has received its own greeting; so the sockets pass notifications on. */
    @Promise
    void promptSocketsReceiveNotificationsToo(ContractFixture fixture) {
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
            Registrations.await(fixture, lock, 1);
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
            Registrations.await(fixture, lock, 1);
            taken.close();
            waiting.join().close();
            Registrations.awaitReusable(fixture);
        }
        assertThat(Registrations.countAll(fixture)).isEqualTo(1);

        Registrations.makeOld(fixture);
        fixture.client().admin().purge(Duration.ofDays(1));
        assertThat(Registrations.countAll(fixture)).isZero();
    }

    private static List<Thread> listeners(ContractFixture fixture) {
        return fixture.rowlockThreads().stream()
                .filter(thread -> thread.getName().equals("rowlock-listener"))
                .toList();
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
