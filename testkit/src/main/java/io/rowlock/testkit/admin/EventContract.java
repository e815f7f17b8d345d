package io.rowlock.testkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockEvent.LossReason;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.fixture.AnyDatabaseContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listeners are told what happened, in order, on a thread of Rowlock's, and cannot disturb it. */
public interface EventContract extends AnyDatabaseContract {

    @Promise
    default void aGrantARenewalAndAReleaseAreToldInTheirOrder(ClientFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        Rowlock client = fixture.client(settings -> settings.listener(events::add));
        Hold hold = client.lock(fixture.name("told")).acquire();
        hold.renew();
        hold.close();

        fixture.await().until(() -> events.stream().anyMatch(LockEvent.Released.class::isInstance));

        assertThat(of(LockEvent.Acquired.class, events)).singleElement().satisfies(acquired -> {
            assertThat(acquired.key()).isEqualTo(hold.key());
            assertThat(acquired.token()).isEqualTo(hold.token());
            assertThat(acquired.took()).isPositive();
        });
        assertThat(of(LockEvent.Renewed.class, events)).containsExactly(LockEvent.renewed(hold.key(), hold.token()));
        assertThat(of(LockEvent.Released.class, events)).singleElement().satisfies(released -> {
            assertThat(released.key()).isEqualTo(hold.key());
            assertThat(released.token()).isEqualTo(hold.token());
            assertThat(released.held()).isPositive();
        });
        assertThat(events)
                .filteredOn(event -> !(event instanceof LockEvent.Waited))
                .satisfiesExactly(
                        event -> assertThat(event).isInstanceOf(LockEvent.Acquired.class),
                        event -> assertThat(event).isInstanceOf(LockEvent.Renewed.class),
                        event -> assertThat(event).isInstanceOf(LockEvent.Released.class));
    }

    @Promise
    default void aBusyLockIsToldWithItsHolder(ClientFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        Rowlock client = fixture.client(settings -> settings.listener(events::add));
        String name = fixture.name("busy");
        try (Hold taken = fixture.client().lock(name).acquire()) {
            assertThat(client.lock(name).tryAcquire()).isEmpty();

            fixture.await().until(() -> !of(LockEvent.Busy.class, events).isEmpty());
            assertThat(of(LockEvent.Busy.class, events).get(0)).satisfies(busy -> {
                assertThat(busy.key()).isEqualTo(taken.key());
                assertThat(busy.holder())
                        .hasValueSatisfying(holder -> assertThat(holder.token()).isEqualTo(taken.token()));
            });
        }
        assertThat(of(LockEvent.Acquired.class, events)).isEmpty();
    }

    @Promise
    default void theEndOfAWaitIsToldWhetherInVainOrNot(ClientFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        Rowlock client = fixture.client(settings -> settings.listener(events::add));
        String name = fixture.name("awaited");
        Hold taken = fixture.client().lock(name).acquire();

        assertThat(client.lock(name).tryAcquire(Duration.ofMillis(700))).isEmpty();
        fixture.await().until(() -> of(LockEvent.Waited.class, events).size() == 1);
        var waiting = fixture.crew().async(() -> client.lock(name).acquire());
        fixture.awaitWaiters(client, name, 1);
        taken.close();
        waiting.join().close();
        fixture.await().until(() -> of(LockEvent.Waited.class, events).size() == 2);

        List<LockEvent.Waited> waits = of(LockEvent.Waited.class, events);
        assertThat(waits).extracting(LockEvent.Waited::acquired).containsExactly(false, true);
        assertThat(waits.get(0).waited()).isGreaterThanOrEqualTo(Duration.ofMillis(700));
        assertThat(waits).extracting(LockEvent.Waited::key).containsOnly(taken.key());
    }

    @Promise
    default void aLossIsToldWithItsReason(ClientFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        Rowlock client = fixture.client(settings -> settings.listener(events::add));
        Hold expired = client.lock(LockDefinition.of(fixture.name("expired"))
                        .withLease(LockDefinition.MIN_LEASE)
                        .withRenewal(false))
                .acquire();
        Hold revoked = client.lock(fixture.name("revoked")).acquire();
        client.admin().revokeNow(revoked.key().name(), revoked.token());
        assertThat(revoked.check()).isFalse();

        fixture.await().until(() -> of(LockEvent.Lost.class, events).size() == 2);

        assertThat(of(LockEvent.Lost.class, events))
                .containsExactlyInAnyOrder(
                        LockEvent.lost(expired.key(), expired.token(), LossReason.EXPIRED),
                        LockEvent.lost(revoked.key(), revoked.token(), LossReason.REVOKED_OR_TAKEN));
        assertThat(of(LockEvent.Released.class, events)).isEmpty();
    }

    @Promise
    default void aFailingDatabaseIsTold(ClientFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        BreakableLink unreliable = fixture.unreliable();
        Rowlock client = fixture.clientOver(
                unreliable, settings -> settings.listener(events::add).callTimeout(Duration.ofSeconds(2)));
        String name = fixture.name("failing");
        unreliable.fail();
        try {
            client.lock(name).tryAcquire();
        } catch (LockStoreException expected) {
            assertThat(expected).hasMessageContaining(name);
        }
        unreliable.heal();

        fixture.await().until(() -> !of(LockEvent.StoreFailed.class, events).isEmpty());
        assertThat(of(LockEvent.StoreFailed.class, events).get(0)).satisfies(failed -> {
            assertThat(failed.operation()).isNotBlank();
            assertThat(failed.keys()).extracting(key -> key.name()).contains(name);
            assertThat(failed.cause()).isNotNull();
        });
    }

    @Promise
    default void aListenerThatThrowsStopsNothing(ClientFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        List<String> threads = new CopyOnWriteArrayList<>();
        Rowlock client = fixture.client(settings -> settings.listener(event -> {
                    throw new IllegalStateException("a listener that fails");
                })
                .listener(event -> {
                    threads.add(Thread.currentThread().getName());
                    events.add(event);
                }));
        String name = fixture.name("undisturbed");

        client.lock(name).acquire().close();
        client.lock(name).acquire().close();

        fixture.await().until(() -> of(LockEvent.Released.class, events).size() == 2);
        assertThat(of(LockEvent.Acquired.class, events)).hasSize(2);
        assertThat(threads).allMatch(thread -> thread.startsWith("rowlock-"));
    }

    private static <E extends LockEvent> List<E> of(Class<E> kind, List<LockEvent> events) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
