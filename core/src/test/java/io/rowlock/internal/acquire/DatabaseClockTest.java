package io.rowlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.table.NoGuards;
import io.rowlock.internal.time.ManualTicker;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
    private final ManualTicker ticker = new ManualTicker();
    private final DatabaseClock clock = new DatabaseClock(ticker, 1_000);

    @Test
    void itGoesOnFromWhatTheDatabaseLastTold() {
        ticker.pass(Duration.ofSeconds(10));
        assertThat(clock.in(Duration.ofNanos(2_000))).isEqualTo(1_000 + 10_000_000 + 2);
        clock.observe(5_000);
        ticker.pass(Duration.ofNanos(3_000));
        assertThat(clock.in(Duration.ZERO)).isEqualTo(5_003);
    }

    @Test
    void itIsWorthALookOnceWhenTheLastWasLongAgo() {
        assertThat(clock.isStale()).isFalse();
        ticker.pass(Duration.ofMinutes(1));
        assertThat(clock.isStale()).isTrue();
        assertThat(clock.isStale()).as("while that look is under way").isFalse();
        clock.observe(1_000);
        ticker.pass(Duration.ofSeconds(1));
        assertThat(clock.isStale()).isFalse();
        ticker.pass(Duration.ofMinutes(1));
        assertThat(clock.isStale()).isTrue();
    }

    /** Without contention no lock is ever busy, so nothing else tells of a clock that has fallen behind. */
    @Test
    void aGrantHasTheClockReadAgainWhenTheLastReadingWasLongAgo() {
        ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
        AtomicInteger readings = new AtomicInteger();
        AtomicLong passed = new AtomicLong();
        Settings settings = new Settings("node", Duration.ofSeconds(5), List.of(), HoldKind.LEASE);
        try (Client client = Client.start(
                () -> counting(new ScriptedStore(database), readings),
                new NoGuards(),
                settings,
                () -> System.nanoTime() + passed.get(),
                0)) {
            assertThat(client.lock("used").tryRun(() -> {})).isTrue();
            assertThat(readings).hasValue(0);

            passed.set(Duration.ofMinutes(1).toNanos());
            assertThat(client.lock("used").tryRun(() -> {})).isTrue();

            Awaitility.await("a reading of the clock").until(() -> readings.get() == 1);
        }
    }

    /** Counts the readings of a store; its clock is read with a row. */
    private static LockStore counting(LockStore store, AtomicInteger readings) {
        return (LockStore) Proxy.newProxyInstance(
                LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("find")) {
                        readings.incrementAndGet();
                    }
                    return method.invoke(store, arguments);
                });
    }
}
