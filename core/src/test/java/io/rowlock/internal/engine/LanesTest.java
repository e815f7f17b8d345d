package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.spi.LockStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a clock that stands still, so that no time for which a connection may be kept ever passes. */
class LanesTest {
    private static final Duration BOUND = Duration.ofSeconds(20);

    private final Queue<String> acts = new ConcurrentLinkedQueue<>();
    private final CountDownLatch rested = new CountDownLatch(1);
    private Duration linger = LockStore.DEFAULT_LINGER;
    private Lanes lanes;

    @AfterEach
    void close() {
        lanes.close();
    }

    @Test
    void aConnectionIsKeptForTheNextCall() throws InterruptedException {
        lanes = new Lanes(this::store, new ManualTicker());

        call();
        call();

        assertThat(acts).containsExactly("ready", "call", "call");
    }

    @Test
    void aConnectionThatMayNotLingerGoesBackAtOnce() throws InterruptedException {
        linger = Duration.ZERO;
        lanes = new Lanes(this::store, new ManualTicker());

        call();

        assertThat(rested.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        call();
        assertThat(acts).startsWith("ready", "call", "rest", "ready", "call");
    }

    private void call() throws InterruptedException {
        lanes.submit("call", BOUND, store -> acts.add("call")).await();
    }

    private LockStore store() {
        InvocationHandler answers = (proxy, method, args) -> switch (method.getName()) {
            case "linger" -> linger;
            case "mixes" -> false;
            case "ready", "rest" -> note(method.getName());
            default -> null;
        };
        return (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, answers);
    }

    private Object note(String act) {
        acts.add(act);
        if (act.equals("rest")) {
            rested.countDown();
        }
        return null;
    }
}
