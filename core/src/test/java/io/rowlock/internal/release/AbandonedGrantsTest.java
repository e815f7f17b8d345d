package io.rowlock.internal.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.SuspensionTicker;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Grants whose release was given up, but which a living connection keeps locked. */
class AbandonedGrantsTest {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    private static final int GRANTS = 100;

    private final AtomicLong now = new AtomicLong();
    private final Set<Grant> locked = ConcurrentHashMap.newKeySet();
    private final List<Duration> timeouts = new CopyOnWriteArrayList<>();
    private volatile boolean away = true;

    /** A hundred grants are given up while the database is away: that must not occupy the workers for other requests. */
    @Test
    void allOfThemShareOneRequestPerRoundWithAShortTimeoutAndGrowingPauses() {
        try (LogThread log = new LogThread();
                StoreExecutor executor =
                        new StoreExecutor(this::store, SuspensionTicker.SYSTEM, HoldKind.CONNECTION, new LogThread())) {
            Releaser releaser =
                    new Releaser(executor, now::get, CALL_TIMEOUT, grant -> false, locked::contains, () -> {}, log);
            IntStream.range(0, GRANTS)
                    .mapToObj(number -> new Grant(LockKey.of("lock-" + number), 1, "request-" + number))
                    .forEach(grant -> {
                        locked.add(grant);
                        releaser.releaseAfter(grant, 0, Duration.ZERO, () -> {});
                    });
            releaser.sendDue(now.get());
            assertThat(executor.submitted()).as("requests of the first round").isEqualTo(1);

            for (int second = 0; second < 60; second++) {
                awaitAnswers(executor);
                now.addAndGet(Duration.ofSeconds(1).toNanos());
                releaser.sendDue(now.get());
            }
            awaitAnswers(executor);
            assertThat(executor.submitted()).as("requests in a minute").isBetween(4L, 15L);
            assertThat(timeouts).isNotEmpty().allMatch(timeout -> timeout.compareTo(Duration.ofSeconds(2)) < 0);
            assertThat(releaser.isIdle()).isFalse();

            away = false;
            now.addAndGet(Duration.ofMinutes(1).toNanos());
            releaser.sendDue(now.get());
            Awaitility.await().until(releaser::isIdle);
            assertThat(locked).isEmpty();
        }
    }

    private static void awaitAnswers(StoreExecutor executor) {
        Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> !executor.isBusy());
    }

    private LockStore store() {
        InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
            case "abandon" -> {
                abandon((Grant) arguments[0]);
                yield null;
            }
            case "callTimeout" -> {
                timeouts.add((Duration) arguments[0]);
                yield null;
            }
            case "aborting" -> (Runnable) () -> {};
            default -> {
                if (method.getReturnType() == boolean.class) {
                    yield false;
                }
                yield method.isDefault() ? InvocationHandler.invokeDefault(proxy, method, arguments) : null;
            }
        };
        return (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, handler);
    }

    private void abandon(Grant grant) {
        if (away) {
            throw new StoreException(StoreException.Kind.UNREACHABLE, "the test's database is away", null);
        }
        locked.remove(grant);
    }
}
