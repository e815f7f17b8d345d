package io.rowlock.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.time.ManualTicker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Two workers ask for connections, and give them back. */
class StarvationTest {
    private static final String FIRST = "first worker";
    private static final String SECOND = "second worker";

    private final ManualTicker ticker = new ManualTicker();
    private final Set<String> connected = ConcurrentHashMap.newKeySet();
    private final Starvation starvation = new Starvation(ticker, () -> !connected.isEmpty());

    @Test
    void anIdleClientLacksNothing() {
        connect(FIRST);
        release(FIRST);
        ticker.pass(Duration.ofMillis(1_500));

        assertThat(starvation.nanos()).isZero();
    }

    @Test
    void theTimeBeforeARequestDoesNotCount() {
        connect(FIRST);
        release(FIRST);
        ticker.pass(Duration.ofMillis(1_500));
        starvation.asks(FIRST);
        ticker.pass(Duration.ofMillis(100));

        assertThat(starvation.nanos()).isEqualTo(Duration.ofMillis(100).toNanos());
    }

    @Test
    void thePausesBetweenAttemptsInVainCount() {
        askInVain(FIRST, Duration.ofSeconds(2));
        ticker.pass(Duration.ofSeconds(1));
        askInVain(SECOND, Duration.ofSeconds(2));

        assertThat(starvation.nanos()).isEqualTo(Duration.ofSeconds(5).toNanos());
        assertThat(starvation.said()).contains("none left");
    }

    @Test
    void nothingIsLackedLongAfterTheLastAttempt() {
        askInVain(FIRST, Duration.ofSeconds(2));
        ticker.pass(Duration.ofSeconds(4));

        assertThat(starvation.nanos()).isZero();
    }

    /** The data source has one to give, now that it has got one back. */
    @Test
    void anAttemptInVainWhileAnotherHadTheOnlyConnectionIsOverWithThat() {
        connect(FIRST);
        askInVain(SECOND, Duration.ofMillis(500));
        release(FIRST);
        ticker.pass(Duration.ofMillis(1_500));

        assertThat(starvation.nanos()).isZero();
    }

    @Test
    void anotherThatStillWaitsLacksOneSinceTheLastWasGivenBack() {
        connect(FIRST);
        starvation.asks(SECOND);
        ticker.pass(Duration.ofSeconds(5));
        release(FIRST);
        ticker.pass(Duration.ofSeconds(2));

        assertThat(starvation.nanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
    }

    /** A data source may let a worker wait forever, and serve the one that takes its place. */
    @Test
    void aWorkerThatWasReplacedAsksNoMore() {
        starvation.asks(FIRST);
        ticker.pass(Duration.ofSeconds(20));
        starvation.withdrawn(FIRST);
        assertThat(starvation.nanos()).isEqualTo(Duration.ofSeconds(20).toNanos());

        connect(SECOND);
        release(SECOND);
        ticker.pass(Duration.ofMillis(1_500));
        assertThat(starvation.nanos()).isZero();

        starvation.asks(SECOND);
        ticker.pass(Duration.ofSeconds(1));
        starvation.answered(FIRST, null);
        assertThat(starvation.nanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
    }

    /** As a worker that ends: it gives back a connection, if it has one. */
    @Test
    void aWorkerWithoutAConnectionGivesNoneBack() {
        askInVain(FIRST, Duration.ofSeconds(2));
        release(SECOND);

        assertThat(starvation.nanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
    }

    private void connect(String worker) {
        starvation.asks(worker);
        starvation.answered(worker, null);
        connected.add(worker);
    }

    private void askInVain(String worker, Duration wait) {
        starvation.asks(worker);
        ticker.pass(wait);
        starvation.answered(worker, new StoreException(Kind.EXHAUSTED, "no", new IllegalStateException("none left")));
    }

    private void release(String worker) {
        starvation.released(worker);
        connected.remove(worker);
    }
}
