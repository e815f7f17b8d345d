package io.rowlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStoreException;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.dispatch.ScriptedStore.Step;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.table.NoGuards;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a machine that has no thread for the timer. */
class ScarceTimerTest {
    private static final LockDefinition DEFINITION = LockDefinition.of("lock").withLease(Duration.ofMinutes(9));
    private static final Duration LONG = Duration.ofMinutes(5);

    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
    private final ThreadlessTicker ticker = new ThreadlessTicker();
    private final Client client = Client.start(
            () -> new ScriptedStore(database),
            new NoGuards(),
            new Settings("node", Duration.ofMinutes(1), List.of(), HoldKind.LEASE),
            ticker,
            0);

    @AfterEach
    void close() {
        ticker.exhausted = false;
        client.close();
    }

    @Test
    void aFutureFailsAndItsGrantIsReleased() throws Exception {
        CompletableFuture<Hold> future =
                client.lock(DEFINITION).acquireAsync(LONG).toCompletableFuture();

        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(LockStoreException.class)
                .hasMessageContaining("'lock'");
        Awaitility.await().until(() -> database.holders().isEmpty());
    }

    @Test
    void aFutureThatFailedKeepsNoPlaceInLine() throws Exception {
        var unused = client.lock(DEFINITION).acquireAsync(LONG);
        Awaitility.await().until(() -> client.context().executor().submitted() > 0);
        ticker.exhausted = false;

        assertThat(client.lock(DEFINITION)
                        .acquireAsync(LONG)
                        .toCompletableFuture()
                        .get(20, TimeUnit.SECONDS))
                .isNotNull();
    }

    /** Nothing polls the lock then, so the first in line asks again by itself. */
    @Test
    void aWaiterFindsTheLockFreeBeforeItsTimeIsOver() {
        database.script("lock", List.of(Step.BUSY), () -> {}, 0);

        try (Hold hold = client.lock(DEFINITION).acquire(LONG)) {
            assertThat(hold.isHeld()).isTrue();
        }
    }

    /** Elapsed time, twenty times as fast, without a thread that could run anything at a moment. */
    private static final class ThreadlessTicker implements Ticker {
        volatile boolean exhausted = true;

        @Override
        public long nanos() {
            return System.nanoTime() * 20;
        }

        @Override
        public void parkCallerUntil(Object blocker, long moment, BooleanSupplier over) {
            LockSupport.parkNanos(blocker, (moment - nanos()) / 20);
        }

        @Override
        public Future<?> schedule(ScheduledExecutorService executor, long moment, Runnable action) {
            if (exhausted) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return Ticker.super.schedule(executor, moment, action);
        }
    }
}
