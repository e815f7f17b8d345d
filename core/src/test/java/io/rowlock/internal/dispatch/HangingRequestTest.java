package io.rowlock.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that hang on both workers of an executor, on a clock that moves by hand. */
class HangingRequestTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final RecordingStores stores = new RecordingStores();
    private StoreExecutor executor;

    @AfterEach
    void close() {
        stores.opened.countDown();
        executor.close();
    }

    /** With a call timeout of minutes, two hanging requests would stop every heartbeat; here not even a cut helps. */
    @Test
    void aRenewalDoesNotWaitForRequestsWithLongTimeouts() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        hangBoth();
        Request<Boolean> renewal =
                executor.submitFirst("renew", Duration.ofSeconds(1), store -> stores.actions.add("renewed"));

        checkUntilRenewed(ticker, Duration.ofMillis(500), 12);

        assertThat(stores.actions)
                .as("within six seconds of a clock that runs by hand")
                .contains("renewed");
        assertThat(renewal.await()).isTrue();
        assertThat(stores.cuts()).as("requests that were cut").isEqualTo(1);
    }

    /** The renewal's timeout is over again before a request that was cut counts as one that a cut does not end. */
    @Test
    void aRenewalOfAShortLeaseDoesNotWaitForARequestThatCannotBeCut() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        hangBoth();
        Request<Boolean> renewal =
                executor.submitFirst("renew", Duration.ofMillis(250), store -> stores.actions.add("renewed"));

        checkUntilRenewed(ticker, Duration.ofMillis(260), 8);

        assertThat(stores.actions)
                .as("within two seconds of a clock that runs by hand")
                .contains("renewed");
        assertThat(renewal.await()).isTrue();
        assertThat(stores.cuts()).as("requests that were cut").isEqualTo(1);
    }

    /** A cut would end all holds that are bound to the connection. */
    @Test
    void noRequestIsCutForTheRenewalOfABoundHold() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(stores::make, ticker, HoldKind.CONNECTION, new LogThread());
        hangBoth();
        Request<Boolean> renewal =
                executor.submitFirst("renew", Duration.ofSeconds(1), store -> stores.actions.add("renewed"));

        checkUntilRenewed(ticker, Duration.ofMillis(500), 12);

        assertThat(stores.actions).doesNotContain("renewed", "abort");
        stores.opened.countDown();
        assertThat(renewal.await()).isTrue();
    }

    private void checkUntilRenewed(ManualTicker ticker, Duration step, int rounds) throws InterruptedException {
        for (int round = 0; round < rounds && !stores.actions.contains("renewed"); round++) {
            ticker.pass(step);
            executor.checkWorkers();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** As on a machine that has no thread left for a moment; the request that hung ends by itself before there is one again. */
    @Test
    void aWorkerThatCannotBeReplacedStays() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        hangBoth();
        stores.beforeStore = HangingRequestTest::noThread;

        ticker.pass(Duration.ofMinutes(6));
        check();
        stores.beforeStore = () -> {};
        stores.opened.countDown();

        CountDownLatch secondHang = new CountDownLatch(1);
        executor.submit(
                "hang",
                Duration.ofMinutes(5),
                store -> Uninterruptibly.await(() -> {
                    secondHang.await();
                    return true;
                }));
        try {
            assertThat(executor.submit("request", TIMEOUT, store -> "served").await())
                    .isEqualTo("served");
        } finally {
            secondHang.countDown();
        }
    }

    /** Its worker is gone, so nothing else would ever report it. */
    @Test
    void aFailureIsReportedThoughTheNextReplacementFails() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        AtomicInteger failures = new AtomicInteger();
        hangBoth().forEach(request -> request.whenAnswered((answer, failure) -> failures.incrementAndGet()));
        stores.beforeStore = () -> {
            if (stores.made.get() == 3) {
                throw new IllegalStateException("the test's own failure");
            }
        };

        ticker.pass(Duration.ofMinutes(6));
        check();

        assertThat(failures).hasValue(1);
        stores.made.incrementAndGet();
    }

    /** As on a machine that has no thread left for a moment. */
    @Test
    void aCutThatCouldNotStartIsTriedAgain() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        hangBoth();
        stores.beforeAbort = HangingRequestTest::noThread;

        ticker.pass(Duration.ofMinutes(5).plusMillis(600));
        check();
        check();
        stores.beforeAbort = () -> {};

        checkUntil(() -> stores.cuts() == 2);
        assertThat(stores.cuts()).as("requests that were cut").isEqualTo(2);
    }

    /** A cut between two statements of one round trip ends neither. */
    @Test
    void aCutIsRepeatedWhileTheRoundTripLasts() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        hangBoth();

        ticker.pass(Duration.ofMinutes(5).plusMillis(600));

        checkUntil(() -> stores.aborted.size() >= 6);
        assertThat(stores.aborted).as("cuts of two connections").hasSizeGreaterThanOrEqualTo(6);
        assertThat(stores.cuts()).isEqualTo(2);
        stores.opened.countDown();
    }

    private List<Request<Boolean>> hangBoth() throws InterruptedException {
        CountDownLatch hung = new CountDownLatch(2);
        List<Request<Boolean>> requests = new ArrayList<>();
        for (int request = 0; request < 2; request++) {
            requests.add(executor.submit("hang", Duration.ofMinutes(5), store -> {
                hung.countDown();
                return Uninterruptibly.await(() -> stores.opened.await(1, TimeUnit.MINUTES));
            }));
        }
        assertThat(hung.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return requests;
    }

    private static void noThread() {
        throw new OutOfMemoryError("unable to create native thread");
    }

    /** A round of the heartbeat, which survives every failure. */
    private void check() {
        try {
            executor.checkWorkers();
        } catch (IllegalStateException | OutOfMemoryError failure) {
            stores.actions.add("failed round");
        }
    }

    private void checkUntil(BooleanSupplier condition) throws InterruptedException {
        for (int round = 0; round < 100 && !condition.getAsBoolean(); round++) {
            check();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
