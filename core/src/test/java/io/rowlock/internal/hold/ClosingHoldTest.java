package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.table.NoGuards;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClosingHoldTest {
    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
    private final LateTicker ticker = new LateTicker();
    private final Client client = Client.start(
            () -> new ScriptedStore(database),
            new NoGuards(),
            new Settings("node", Duration.ofSeconds(60), List.of(), HoldKind.LEASE),
            ticker,
            0);

    /** The client waits for a request in flight before it releases its holds. */
    @Test
    void aHoldThatIsClosedWhileItsClientClosesIsNotHeld() throws Exception {
        Hold hold = client.lock("lock").acquire();
        database.shut();
        var unused = client.lock("other").acquireAsync(Duration.ofSeconds(60));
        Awaitility.await().until(() -> client.context().executor().isBusy());
        CompletableFuture<Void> closing = CompletableFuture.runAsync(client::close);
        Awaitility.await().until(client::isClosed);

        hold.close();
        boolean held = hold.isHeld();
        database.open();
        closing.get(60, TimeUnit.SECONDS);

        assertThat(held).isFalse();
        assertThat(database.holders()).isEmpty();
    }

    /** The holder's thread has ended the hold and stands still, while the client closes from the first step to the last. */
    @Test
    void aHoldIsReleasedAlthoughItsHolderStandsStillWhileItsClientCloses() throws Exception {
        Hold hold = client.lock("lock").acquire();
        database.shut();
        var unused = client.lock("other").acquireAsync(Duration.ofSeconds(60));
        Awaitility.await().until(() -> client.context().executor().isBusy());
        CompletableFuture<Void> closing = CompletableFuture.runAsync(client::close);
        Awaitility.await().until(client::isClosed);

        CompletableFuture<Void> holder = CompletableFuture.runAsync(() -> {
            ticker.holder = Thread.currentThread();
            hold.close();
        });
        Awaitility.await().until(() -> holder.isDone() || ticker.standing);
        database.open();
        closing.get(60, TimeUnit.SECONDS);
        ticker.goOn.countDown();
        holder.get(60, TimeUnit.SECONDS);

        assertThat(hold.isHeld()).isFalse();
        assertThat(database.holders()).isEmpty();
    }

    /** Stops the holder's thread when it reads the time, once its hold is not among those of the client. */
    private final class LateTicker implements Ticker {
        private final CountDownLatch goOn = new CountDownLatch(1);
        private volatile boolean standing;
        private volatile @Nullable Thread holder;

        @Override
        public long nanos() {
            if (Thread.currentThread().equals(holder)
                    && client.context().holds().snapshot().isEmpty()) {
                standing = true;
                await(goOn);
            }
            return System.nanoTime();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
