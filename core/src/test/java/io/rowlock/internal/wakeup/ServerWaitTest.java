package io.rowlock.internal.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.dispatch.ScriptedStore.Step;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.ServerQueue;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.table.NoGuards;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.Terms;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a client goes on after a wait inside the server has failed. Its lock is busy throughout. */
class ServerWaitTest {
    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger waits = new AtomicInteger();
    private final CountDownLatch aborted = new CountDownLatch(1);
    private final AtomicInteger missingThreads = new AtomicInteger();
    private volatile CountDownLatch pool = new CountDownLatch(0);
    private volatile Supplier<RuntimeException> failure = () -> failed(Kind.TRANSIENT);
    private Client client;

    @AfterEach
    void close() {
        pool.countDown();
        aborted.countDown();
        client.close();
    }

    @Test
    void anExceptionOfTheDriverDoesNotEndTheWaitingForGood() {
        failure = () -> new IllegalStateException("the test's own bug of a driver");
        wait("lock");
        await().until(() -> waits.get() >= 3);
        assertThat(waits).hasValueGreaterThanOrEqualTo(3);
    }

    /** The wait is cut because the pool is empty, and fails for that reason. The failure must not shorten the pause. */
    @Test
    void aWaitThatWasCutForThePoolDoesNotBeginAgainSoon() {
        failure = () -> {
            Uninterruptibly.await(() -> aborted.await(1, TimeUnit.MINUTES));
            return failed(Kind.UNKNOWN);
        };
        wait("lock");
        await().until(() -> waits.get() == 1);
        pool = new CountDownLatch(1);
        await().until(() -> aborted.getCount() == 0);
        pool.countDown();

        int before = attempts.get();
        await().until(() -> attempts.get() >= before + 6);
        assertThat(waits).hasValue(1);
    }

    /** The machine has no thread for the cut. The next look at the pool tries again. */
    @Test
    void aCutForWhichThereIsNoThreadIsTriedAgain() {
        missingThreads.set(1);
        failure = () -> {
            Uninterruptibly.await(() -> aborted.await(1, TimeUnit.MINUTES));
            return failed(Kind.UNKNOWN);
        };
        wait("lock");
        await().until(() -> waits.get() == 1);
        pool = new CountDownLatch(1);

        await().until(() -> aborted.getCount() == 0);
        assertThat(missingThreads).hasNegativeValue();
    }

    private void wait(String name) {
        database.script(name, Collections.nCopies(10_000, Step.BUSY), () -> {}, 0);
        Settings settings = new Settings("node", Duration.ofSeconds(60), List.of(), HoldKind.LEASE);
        client = Client.start(this::store, new NoGuards(), settings, 0);
        var unused = client.lock(name).acquireAsync(Duration.ofMinutes(5));
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(30));
    }

    private static StoreException failed(Kind kind) {
        return new StoreException(kind, "the test's own failure", null);
    }

    private LockStore store() {
        ScriptedStore scripted = new ScriptedStore(database);
        InvocationHandler answers = (proxy, method, args) -> switch (method.getName()) {
            case "serverQueue" -> Optional.of(new FailingQueue());
            case "aborting" -> {
                boolean onTimer = Thread.currentThread().getName().equals("rowlock-timer");
                if (onTimer && missingThreads.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                yield (Runnable) aborted::countDown;
            }
            case "connect" -> {
                if (!Thread.currentThread().getName().endsWith("server-wait")) {
                    pool.await();
                }
                yield null;
            }
            default -> {
                if (method.getName().equals("acquire")) {
                    attempts.incrementAndGet();
                }
                if (method.getName().equals("abort")) {
                    aborted.countDown();
                }
                try {
                    yield method.invoke(scripted, args);
                } catch (InvocationTargetException thrown) {
                    throw thrown.getCause();
                }
            }
        };
        return (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, answers);
    }

    /** Fails every wait. */
    private final class FailingQueue implements ServerQueue {
        @Override
        public boolean isUsable() {
            return true;
        }

        @Override
        public boolean await(LockKey key, Terms terms, Duration longest) {
            waits.incrementAndGet();
            throw failure.get();
        }

        @Override
        public boolean isSetAside(LockKey key) {
            return false;
        }

        @Override
        public void withdraw(LockKey key) {}
    }
}
