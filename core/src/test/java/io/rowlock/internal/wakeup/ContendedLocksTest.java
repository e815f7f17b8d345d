package io.rowlock.internal.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.Timer;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ContendedLocksTest {
    private static final LockKey KEY = LockKey.of("awaited");

    private volatile long now;
    private final Ticker ticker = () -> now;
    private final LocalQueue queue = new LocalQueue();
    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);

    /** As after an acquisition that joined the empty queue before the last waiter reported that it had left, and was granted. */
    @Test
    void aLockThatNobodyWaitsForIsForgottenAtTheNextPoll() {
        Supplier<LockStore> stores = () -> new ScriptedStore(database);
        Duration callTimeout = Duration.ofSeconds(60);
        try (StoreExecutor executor = new StoreExecutor(stores, ticker, HoldKind.LEASE, new LogThread());
                Timer timer = new Timer(ticker);
                ContendedLocks locks = new ContendedLocks(
                        executor, queue, timer, ticker, callTimeout, "node", stores.get(), new LogThread())) {
            locks.watch(KEY, new Busy(Optional.empty(), 0), 0);
            assertThat(locks.isWatching()).isTrue();

            now = Duration.ofSeconds(1).toNanos();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !locks.isWatching());
        }
    }
}
