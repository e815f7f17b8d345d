package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStoreException;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.table.NoGuards;
import io.rowlock.internal.time.Ticker;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A release takes no more time than a call may take, however long its parts take. A statement here lets that time pass. */
class BoundedReleaseTest {
    private static final Duration CALL = Duration.ofMinutes(5);
    private static final Duration NEARLY = CALL.minusSeconds(1);
    private static final LockDefinition LOCK = LockDefinition.of("slow")
            .withLease(LockDefinition.MAX_LEASE)
            .withRenewal(false)
            .withLocalHandOffs(1);

    private final AtomicLong passed = new AtomicLong();
    private final Ticker ticker = () -> System.nanoTime() + passed.get();
    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private volatile Runnable beforeRelease = () -> {};
    private final Client client =
            Client.start(this::store, new NoGuards(), new Settings("node", CALL, List.of(), HoldKind.LEASE), ticker, 0);

    @AfterEach
    void close() {
        beforeRelease = () -> {};
        goOn.countDown();
        client.close();
    }

    /** The answer to the check comes just in time, and the release gets none. */
    @Test
    void aKeptReleaseWaitsForTheReleaseNoLongerThanACallMayTake() {
        Hold hold = client.lock(LOCK).acquire();
        beforeRelease = () -> {
            pass(CALL);
            throw new StoreException(Kind.UNKNOWN, "the test's own failure", null);
        };

        assertThat(CompletableFuture.supplyAsync(() -> hold.release(Duration.ofMinutes(1))))
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LockStoreException.class)
                .withMessageContaining("could not be released within " + CALL.toMillis() + " ms");
    }

    /** The offer to the next in line is rejected just in time, and the release that follows gets no answer. */
    @Test
    void aCloseWaitsForOfferAndReleaseTogetherNoLongerThanACallMayTake() {
        Hold hold = client.lock(LOCK).acquire();
        var next = client.lock(LOCK).acquireAsync(Duration.ofHours(1)).toCompletableFuture();
        beforeRelease = () -> await(goOn);

        assertThat(CompletableFuture.runAsync(hold::close)).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(next).isNotDone();
        next.cancel(true);
    }

    private LockStore store() {
        LockStore inner = new ScriptedStore(database);
        InvocationHandler answers = (proxy, method, arguments) -> switch (method.getName()) {
            case "servesCallers" -> true;
            case "idleTimeout" -> Duration.ofMinutes(1);
            case "check" -> {
                pass(NEARLY);
                yield true;
            }
            case "handOff" -> {
                pass(NEARLY);
                yield new AcquireResult.Busy(Optional.empty(), 0);
            }
            case "release" -> {
                beforeRelease.run();
                yield invoke(inner, method, arguments);
            }
            default -> invoke(inner, method, arguments);
        };
        return (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, answers);
    }

    private static Object invoke(LockStore store, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException cut) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(Duration time) {
        passed.addAndGet(time.toNanos());
    }
}
