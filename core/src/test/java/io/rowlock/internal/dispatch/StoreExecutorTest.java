package io.rowlock.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.InFlightLimit.Mode;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.ManualTicker;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a clock that stands still, so that no time for which a connection may be kept ever passes. */
class StoreExecutorTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final RecordingStores stores = new RecordingStores();
    private StoreExecutor executor;

    @AfterEach
    void close() {
        stores.opened.countDown();
        executor.close();
    }

    /** Either worker may take a request, and gets its connection once. */
    @Test
    void aConnectionIsKeptForTheNextRequest() throws InterruptedException {
        executor = new StoreExecutor(stores::make, new ManualTicker(), HoldKind.LEASE, new LogThread());

        for (int requests = 0; requests < 5; requests++) {
            request();
        }

        assertThat(stores.actions).doesNotContain("releaseConnection");
        assertThat(stores.actions.stream().filter("connect"::equals)).hasSizeBetween(1, 2);
    }

    @Test
    void aConnectionThatMayNotLingerGoesBackAtOnce() throws InterruptedException {
        stores.idleTimeout = Duration.ZERO;
        executor = new StoreExecutor(stores::make, new ManualTicker(), HoldKind.LEASE, new LogThread());

        request();

        assertThat(stores.rested.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        request();
        assertThat(stores.actions).containsSubsequence("connect", "request", "releaseConnection", "connect", "request");
    }

    @Test
    void aConnectionThatIsNeededSoonStaysForASecond() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        stores.keepsConnection = true;
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        request();
        Awaitility.await().until(() -> !executor.isBusy());
        ticker.pass(Duration.ofMillis(990));
        Awaitility.await().until(() -> stores.askedToKeep.get() > 2);
        assertThat(stores.actions).doesNotContain("releaseConnection");

        ticker.pass(Duration.ofMillis(20));
        assertThat(stores.rested.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aConnectionThatIsNeededNoLongerGoesBack() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        stores.keepsConnection = true;
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        request();
        Awaitility.await().until(() -> !executor.isBusy());
        ticker.pass(LockStore.DEFAULT_IDLE_TIMEOUT);
        Awaitility.await().until(() -> stores.askedToKeep.get() > 0);

        stores.keepsConnection = false;
        assertThat(stores.rested.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private void request() throws InterruptedException {
        executor.submit("request", TIMEOUT, store -> stores.actions.add("request"))
                .await();
    }

    /** As when a network swallows everything for longer than two workers and their replacements wait. */
    @Test
    void aClientOutlivesManyConnectionsThatNeverOpen() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        stores.hanging.set(7);
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        Request<Boolean> request = executor.submit("request", TIMEOUT, store -> stores.actions.add("request"));

        for (int round = 0; round < 200 && !stores.actions.contains("request"); round++) {
            ticker.pass(Duration.ofMinutes(1));
            executor.checkWorkers();
            TimeUnit.MILLISECONDS.sleep(10);
        }

        assertThat(request.await()).isTrue();
    }

    /** An operation waits for the one in flight; a renewal does not, and no operation waits for one that hangs. */
    @Test
    void aHangingRoundTripDelaysOthersNotForLong() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread(), limit(Mode.ONE, ticker));
        executor.submit(TIMEOUT, acquireOf("stuck"));
        assertThat(stores.begun.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        Request<AcquireResult> held = executor.submit(TIMEOUT, acquireOf("held back"));
        assertThat(executor.submitFirst("renew", TIMEOUT, store -> "renewed").await())
                .isEqualTo("renewed");
        assertThat(stores.actions).doesNotContain("held back");

        ticker.pass(Duration.ofMillis(200));
        executor.checkWorkers();
        assertThat(held.await()).isInstanceOf(AcquireResult.Granted.class);
    }

    /** A release does not wait until an acquire is on disk; another acquire does, to share its commit with those behind it. */
    @Test
    void byKindAnOperationWaitsOnlyForOneOfItsKind() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor =
                new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread(), limit(Mode.BY_KIND, ticker));
        executor.submit(TIMEOUT, acquireOf("stuck"));
        assertThat(stores.begun.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        Request<AcquireResult> held = executor.submit(TIMEOUT, acquireOf("held back"));
        Request<GrantOutcome> release = executor.submit(TIMEOUT, releaseOf("released"));

        assertThat(release.await()).isEqualTo(GrantOutcome.DONE);
        assertThat(stores.actions).doesNotContain("held back");
        stores.opened.countDown();
        assertThat(held.await()).isInstanceOf(AcquireResult.Granted.class);
    }

    /** The other kind is left in the queue, in its order. */
    @Test
    void byKindABatchHoldsOneKind() throws InterruptedException {
        stores.mixesKinds = true;
        ManualTicker ticker = new ManualTicker();
        executor =
                new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread(), limit(Mode.BY_KIND, ticker));
        executor.submit(TIMEOUT, acquireOf("stuck"));
        assertThat(stores.begun.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        CountDownLatch queued = new CountDownLatch(1);
        executor.submit("wait", TIMEOUT, store -> Uninterruptibly.await(() -> queued.await(20, TimeUnit.SECONDS)));
        List<Request<?>> requests = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            requests.add(executor.submit(TIMEOUT, acquireOf("acquire " + number)));
            requests.add(executor.submit(TIMEOUT, releaseOf("release " + number)));
        }

        stores.opened.countDown();
        queued.countDown();

        for (Request<?> request : requests) {
            request.await();
        }
        assertThat(stores.actions)
                .contains("batch of acquire 0, acquire 1, acquire 2", "batch of release 0, release 1, release 2");
    }

    private static InFlightLimit limit(Mode mode, ManualTicker ticker) {
        InFlightLimit limit = new InFlightLimit(ticker.nanos());
        while (limit.mode() != mode || limit.isStalled(ticker.nanos())) {
            ticker.pass(Duration.ofMillis(2));
            limit.ended(2, limit.mode() == mode ? 1 : 2, ticker.nanos());
        }
        return limit;
    }

    /** During a transaction the database keeps all row versions that others replace. */
    @Test
    void othersWaitForASlowRoundTrip() throws InterruptedException {
        executor = new StoreExecutor(stores::make, new ManualTicker(), HoldKind.LEASE, new LogThread());
        executor.submit(TIMEOUT, acquireOf("stuck"));
        assertThat(stores.begun.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (int number = 1; number <= 256; number++) {
            executor.submit(TIMEOUT, acquireOf("overtaking")).await();
        }

        Request<AcquireResult> late = executor.submit(TIMEOUT, acquireOf("late"));
        assertThat(executor.submitFirst("renew", TIMEOUT, store -> "renewed").await())
                .isEqualTo("renewed");
        assertThat(stores.actions).contains("overtaking").doesNotContain("late");

        stores.opened.countDown();
        assertThat(late.await()).isInstanceOf(AcquireResult.Granted.class);
    }

    /** On a slow network hundreds of retries in a row can take longer than a lease. */
    @Test
    void aRenewalIsSentBeforeTheRetriesOfAFailedBatch() throws InterruptedException {
        executor = new StoreExecutor(stores::make, new ManualTicker(), HoldKind.LEASE, new LogThread());
        executor.submit(TIMEOUT, acquireOf("stuck"));
        assertThat(stores.begun.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        CountDownLatch queued = new CountDownLatch(1);
        executor.submit("wait", TIMEOUT, store -> Uninterruptibly.await(() -> queued.await(20, TimeUnit.SECONDS)));
        stores.duringBatch = () -> executor.submitFirst("renew", TIMEOUT, store -> stores.actions.add("renewed"));
        Request<AcquireResult> one = executor.submit(TIMEOUT, acquireOf("one"));
        Request<AcquireResult> two = executor.submit(TIMEOUT, acquireOf("two"));

        queued.countDown();

        assertThat(one.await()).isInstanceOf(AcquireResult.Granted.class);
        assertThat(two.await()).isInstanceOf(AcquireResult.Granted.class);
        assertThat(stores.actions.stream()
                        .filter(Set.of("stuck", "one", "two", "renewed")::contains)
                        .toList())
                .startsWith("stuck", "renewed");
    }

    /** A callback may wait for another thread that uses the executor. */
    @Test
    void aFailureIsReportedWithoutTheExecutorsLock() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(stores::make, ticker, HoldKind.LEASE, new LogThread());
        AtomicBoolean answered = new AtomicBoolean();
        Request<AcquireResult> stuck = executor.submit(TIMEOUT, acquireOf("stuck"));
        stuck.whenAnswered((outcome, failure) -> answered.set(answersOnAnotherThread(executor::isStarved)));
        assertThat(stores.begun.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        ticker.pass(TIMEOUT.plusSeconds(2));
        executor.checkWorkers();

        assertThat(answered).as("while the failure was reported").isTrue();
    }

    private static boolean answersOnAnotherThread(BooleanSupplier question) {
        CountDownLatch done = new CountDownLatch(1);
        EngineThread.make("test", () -> {
                    var unused = question.getAsBoolean();
                    done.countDown();
                })
                .start();
        return Uninterruptibly.await(() -> done.await(5, TimeUnit.SECONDS));
    }

    private static Operation<AcquireResult> acquireOf(String name) {
        Terms terms = new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1));
        return new Operation.Acquire(new Claim(new LockKey(name, 0), name, terms, Duration.ZERO, "", Long.MAX_VALUE));
    }

    private static Operation<GrantOutcome> releaseOf(String name) {
        return new Operation.Release(new Grant(new LockKey(name, 0), 1, name));
    }
}
