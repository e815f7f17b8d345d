package io.rowlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockKey;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.dispatch.ScriptedStore.Step;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.table.NoGuards;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that waits for a lock of another process, and is woken because the lock may be free. Time stands still, so that no poll is due. */
@Timeout(60)
class WokenWaiterTest {
    private static final String NAME = "lock";
    private static final LockKey KEY = LockKey.of(NAME);
    private static final int ROUNDS = 300;

    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
    private final List<Thread> senders = new CopyOnWriteArrayList<>();
    /** An interrupt that comes too late must not meet the next task of a shared thread. */
    private static final Executor OWN_THREAD = task -> new Thread(task, "leaving").start();

    private volatile boolean lends = true;
    private final Client client = Client.start(
            this::store,
            new NoGuards(),
            new Settings("node", Duration.ofSeconds(60), List.of(), HoldKind.LEASE),
            () -> 0,
            0);

    @AfterEach
    void close() {
        client.close();
    }

    /** Now and then the heartbeat looks at the queue at that very moment, and a worker sends the statement. */
    @Test
    void itSendsTheStatementItself() throws Exception {
        assertThat(sendersAfterAWakeUp()).contains(Thread.currentThread());
    }

    @Test
    void aWorkerSendsTheStatementWhereNoConnectionIsLent() throws Exception {
        lends = false;
        assertThat(sendersAfterAWakeUp()).allMatch(sender -> sender.getName().startsWith("rowlock-worker"));
    }

    private List<Thread> sendersAfterAWakeUp() throws Exception {
        List<Thread> last = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            last.add(senderAfterAWakeUp());
        }
        return last;
    }

    private Thread senderAfterAWakeUp() throws Exception {
        senders.clear();
        occupy();
        CompletableFuture<Void> waker = CompletableFuture.runAsync(() -> {
            // The connection is kept for a moment after each request.
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> !senders.isEmpty() && isIdle());
            free();
            client.wake(KEY);
        });
        client.lock(NAME).acquire(Duration.ofSeconds(60)).close();
        waker.get(60, TimeUnit.SECONDS);
        return senders.get(senders.size() - 1);
    }

    /** The wake-up comes at any moment: while the first attempt is under way, before the thread parks, after it parked. */
    @Test
    void noWakeUpIsLostInARaceWithTheWait() throws Exception {
        client.lock("warm").acquire().close();
        for (int round = 0; round < ROUNDS; round++) {
            occupy();
            int spin = round * 50;
            CompletableFuture<Void> waker = CompletableFuture.runAsync(() -> {
                spin(spin);
                free();
                client.wake(KEY);
            });
            client.lock(NAME).acquire(Duration.ofSeconds(60)).close();
            waker.get(60, TimeUnit.SECONDS);
        }
    }

    /** The next in line goes on in place of a thread that is woken and interrupted at once. */
    @Test
    void theNextInLineGetsTheLockIfTheWokenThreadLeaves() throws Exception {
        client.lock("warm").acquire().close();
        for (int round = 0; round < ROUNDS / 10; round++) {
            occupy();
            int spin = round * 500;
            AtomicReference<Thread> first = new AtomicReference<>();
            CompletableFuture<Boolean> leaving = CompletableFuture.supplyAsync(
                    () -> {
                        first.set(Thread.currentThread());
                        try (Hold hold = client.lock(NAME).acquire(Duration.ofSeconds(60))) {
                            return hold.isHeld();
                        } catch (LockInterruptedException interrupted) {
                            return false;
                        }
                    },
                    OWN_THREAD);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> client.context().queue().waiting(KEY) == 1);
            CompletableFuture<Hold> next =
                    client.lock(NAME).acquireAsync(Duration.ofSeconds(60)).toCompletableFuture();
            free();
            client.wake(KEY);
            spin(spin);
            first.get().interrupt();

            next.get(60, TimeUnit.SECONDS).close();
            leaving.get(60, TimeUnit.SECONDS);
        }
        assertThat(database.holders()).isEmpty();
    }

    /** Another process has the lock, and keeps it for longer than the test asks. */
    private void occupy() {
        database.script(NAME, new ArrayList<>(Collections.nCopies(1_000, Step.BUSY)), () -> {}, -1);
    }

    private void free() {
        database.script(NAME, List.of(), () -> {}, -1);
    }

    private boolean isIdle() {
        return client.context().executor().isLending()
                || (!lends && !client.context().executor().isBusy());
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    /** A scripted store that notes which threads send claims, and lets callers use its connection. */
    private LockStore store() {
        ScriptedStore scripted = new ScriptedStore(database);
        return (LockStore) Proxy.newProxyInstance(
                LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "servesCallers" -> {
                            return lends;
                        }
                        case "idleTimeout" -> {
                            return Duration.ofMinutes(1);
                        }
                        case "acquire", "execute" -> senders.add(Thread.currentThread());
                        default -> {}
                    }
                    try {
                        return method.invoke(scripted, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
