package io.rowlock.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.ManualTicker;
import io.rowlock.internal.time.Terms;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a clock that stands still, so that no time for which a connection may be kept ever passes. */
class StoreExecutorTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Queue<String> actions = new ConcurrentLinkedQueue<>();
    private final CountDownLatch rested = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final Queue<Integer> aborted = new ConcurrentLinkedQueue<>();
    private final AtomicInteger stores = new AtomicInteger();
    private volatile Runnable beforeStore = () -> {};
    private volatile Runnable beforeAbort = () -> {};
    private Duration linger = LockStore.DEFAULT_LINGER;
    private StoreExecutor executor;

    @AfterEach
    void close() {
        opened.countDown();
        executor.close();
    }

    /** Either worker may take a request, and gets its connection once. */
    @Test
    void aConnectionIsKeptForTheNextRequest() throws InterruptedException {
        executor = new StoreExecutor(this::store, new ManualTicker(), HoldKind.LEASE);

        for (int requests = 0; requests < 5; requests++) {
            request();
        }

        assertThat(actions).doesNotContain("rest");
        assertThat(actions.stream().filter("ready"::equals)).hasSizeBetween(1, 2);
    }

    @Test
    void aConnectionThatMayNotLingerGoesBackAtOnce() throws InterruptedException {
        linger = Duration.ZERO;
        executor = new StoreExecutor(this::store, new ManualTicker(), HoldKind.LEASE);

        request();

        assertThat(rested.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        request();
        assertThat(actions).containsSubsequence("ready", "request", "rest", "ready", "request");
    }

    /** As when a network swallows everything for longer than two workers and their replacements wait. */
    @Test
    void aClientOutlivesManyConnectionsThatNeverOpen() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        hanging.set(7);
        executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        Request<Boolean> request = executor.submit("request", TIMEOUT, store -> actions.add("request"));

        for (int round = 0; round < 200 && !actions.contains("request"); round++) {
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
        executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE, oneAtATime(ticker));
        executor.submit(TIMEOUT, acquireOf("stuck"));
        assertThat(begun.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        Request<AcquireResult> held = executor.submit(TIMEOUT, acquireOf("held back"));
        assertThat(executor.submitFirst("renew", TIMEOUT, store -> "renewed").await())
                .isEqualTo("renewed");
        assertThat(actions).doesNotContain("held back");

        ticker.pass(Duration.ofMillis(200));
        executor.checkWorkers();
        assertThat(held.await()).isInstanceOf(AcquireResult.Granted.class);
    }

    /** With a call timeout of minutes, two hanging requests would stop every heartbeat; here not even a cut helps. */
    @Test
    void aRenewalDoesNotWaitForRequestsWithLongTimeouts() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        hangBoth();
        Request<Boolean> renewal =
                executor.submitFirst("renew", Duration.ofSeconds(1), store -> actions.add("renewed"));

        checkUntilRenewed(ticker, Duration.ofMillis(500), 12);

        assertThat(actions)
                .as("within six seconds of a clock that runs by hand")
                .contains("renewed");
        assertThat(renewal.await()).isTrue();
        assertThat(cuts()).as("requests that were cut").isEqualTo(1);
    }

    /** The renewal's timeout is over again before a request that was cut counts as one that a cut does not end. */
    @Test
    void aRenewalOfAShortLeaseDoesNotWaitForARequestThatCannotBeCut() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        hangBoth();
        Request<Boolean> renewal =
                executor.submitFirst("renew", Duration.ofMillis(250), store -> actions.add("renewed"));

        checkUntilRenewed(ticker, Duration.ofMillis(260), 8);

        assertThat(actions)
                .as("within two seconds of a clock that runs by hand")
                .contains("renewed");
        assertThat(renewal.await()).isTrue();
        assertThat(cuts()).as("requests that were cut").isEqualTo(1);
    }

    /** A cut would end all holds that are bound to the connection. */
    @Test
    void noRequestIsCutForTheRenewalOfABoundHold() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(this::store, ticker, HoldKind.CONNECTION);
        hangBoth();
        Request<Boolean> renewal =
                executor.submitFirst("renew", Duration.ofSeconds(1), store -> actions.add("renewed"));

        checkUntilRenewed(ticker, Duration.ofMillis(500), 12);

        assertThat(actions).doesNotContain("renewed", "abort");
        opened.countDown();
        assertThat(renewal.await()).isTrue();
    }

    private List<Request<Boolean>> hangBoth() throws InterruptedException {
        CountDownLatch hung = new CountDownLatch(2);
        List<Request<Boolean>> requests = new ArrayList<>();
        for (int request = 0; request < 2; request++) {
            requests.add(executor.submit("hang", Duration.ofMinutes(5), store -> {
                hung.countDown();
                return Uninterruptibly.await(() -> opened.await(1, TimeUnit.MINUTES));
            }));
        }
        assertThat(hung.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return requests;
    }

    private void checkUntilRenewed(ManualTicker ticker, Duration step, int rounds) throws InterruptedException {
        for (int round = 0; round < rounds && !actions.contains("renewed"); round++) {
            ticker.pass(step);
            executor.checkWorkers();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private long cuts() {
        return aborted.stream().distinct().count();
    }

    /** As on a machine that has no thread left for a moment; the request that hung ends by itself before there is one again. */
    @Test
    void aWorkerThatCannotBeReplacedStays() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        hangBoth();
        beforeStore = StoreExecutorTest::noThread;

        ticker.pass(Duration.ofMinutes(6));
        check();
        beforeStore = () -> {};
        opened.countDown();

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
        executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        AtomicInteger failures = new AtomicInteger();
        hangBoth().forEach(request -> request.whenAnswered((answer, failure) -> failures.incrementAndGet()));
        beforeStore = () -> {
            if (stores.get() == 3) {
                throw new IllegalStateException("the test's own failure");
            }
        };

        ticker.pass(Duration.ofMinutes(6));
        check();

        assertThat(failures).hasValue(1);
        stores.incrementAndGet();
    }

    /** As on a machine that has no thread left for a moment. */
    @Test
    void aCutThatCouldNotStartIsTriedAgain() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        hangBoth();
        beforeAbort = StoreExecutorTest::noThread;

        ticker.pass(Duration.ofMinutes(5).plusMillis(600));
        check();
        check();
        beforeAbort = () -> {};

        checkUntil(() -> cuts() == 2);
        assertThat(cuts()).as("requests that were cut").isEqualTo(2);
    }

    /** A cut between two statements of one round trip ends neither. */
    @Test
    void aCutIsRepeatedWhileTheRoundTripLasts() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        hangBoth();

        ticker.pass(Duration.ofMinutes(5).plusMillis(600));

        checkUntil(() -> aborted.size() >= 6);
        assertThat(aborted).as("cuts of two connections").hasSizeGreaterThanOrEqualTo(6);
        assertThat(cuts()).isEqualTo(2);
        opened.countDown();
    }

    private static void noThread() {
        throw new OutOfMemoryError("unable to create native thread");
    }

    /** A round of the heartbeat, which survives every failure. */
    private void check() {
        try {
            executor.checkWorkers();
        } catch (IllegalStateException | OutOfMemoryError failure) {
            actions.add("failed round");
        }
    }

    private void checkUntil(BooleanSupplier condition) throws InterruptedException {
        for (int round = 0; round < 100 && !condition.getAsBoolean(); round++) {
            check();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** A callback may wait for another thread that uses the executor. */
    @Test
    void aFailureIsReportedWithoutTheExecutorsLock() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        AtomicBoolean answered = new AtomicBoolean();
        Request<AcquireResult> stuck = executor.submit(TIMEOUT, acquireOf("stuck"));
        stuck.whenAnswered((outcome, failure) -> answered.set(answersOnAnotherThread(executor::isStarved)));
        assertThat(begun.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        ticker.pass(TIMEOUT.plusSeconds(2));
        executor.checkWorkers();

        assertThat(answered).as("while the failure was answer").isTrue();
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

    /** During a transaction the database keeps all row versions that others replace. */
    @Test
    void othersWaitForASlowRoundTrip() throws InterruptedException {
        executor = new StoreExecutor(this::store, new ManualTicker(), HoldKind.LEASE);
        executor.submit(TIMEOUT, acquireOf("stuck"));
        assertThat(begun.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (int number = 1; number <= 256; number++) {
            executor.submit(TIMEOUT, acquireOf("overtaking")).await();
        }

        Request<AcquireResult> late = executor.submit(TIMEOUT, acquireOf("late"));
        assertThat(executor.submitFirst("renew", TIMEOUT, store -> "renewed").await())
                .isEqualTo("renewed");
        assertThat(actions).contains("overtaking").doesNotContain("late");

        opened.countDown();
        assertThat(late.await()).isInstanceOf(AcquireResult.Granted.class);
    }

    private static InFlightLimit oneAtATime(ManualTicker ticker) {
        InFlightLimit limit = new InFlightLimit(ticker.nanos());
        while (limit.limit() > 1 || limit.isStalled(ticker.nanos())) {
            ticker.pass(Duration.ofMillis(2));
            limit.ended(2, 2, ticker.nanos());
        }
        return limit;
    }

    private static Operation<AcquireResult> acquireOf(String name) {
        Terms terms = new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1));
        return new Operation.Acquire(new Claim(new LockKey(name, 0), name, terms, Duration.ZERO, "", Long.MAX_VALUE));
    }

    private Object acquire(String name) throws InterruptedException {
        note(name);
        if (name.equals("stuck")) {
            begun.countDown();
            opened.await();
        }
        return List.of(new AcquireResult.Granted(1));
    }

    private void request() throws InterruptedException {
        executor.submit("request", TIMEOUT, store -> actions.add("request")).await();
    }

    private LockStore store() {
        beforeStore.run();
        int number = stores.incrementAndGet();
        InvocationHandler answers = (proxy, method, args) -> switch (method.getName()) {
            case "linger" -> linger;
            case "mixes" -> false;
            case "ready" -> {
                if (hanging.getAndDecrement() > 0) {
                    opened.await();
                }
                yield note("ready");
            }
            case "rest" -> note("rest");
            case "abort" -> abort(number);
            case "aborting" -> {
                beforeAbort.run();
                yield (Runnable) () -> abort(number);
            }
            case "servesCallers" -> false;
            case "acquire" -> acquire(((Claim) ((List<?>) args[0]).get(0)).requestId());
            default -> null;
        };
        return (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, answers);
    }

    private Object abort(int number) {
        aborted.add(number);
        return note("abort");
    }

    private Object note(String action) {
        actions.add(action);
        if (action.equals("rest")) {
            rested.countDown();
        }
        return null;
    }
}
