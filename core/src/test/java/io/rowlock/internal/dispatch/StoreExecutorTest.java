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
    private static final Duration BOUND = Duration.ofSeconds(20);

    private final Queue<String> acts = new ConcurrentLinkedQueue<>();
    private final CountDownLatch rested = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private Duration linger = LockStore.DEFAULT_LINGER;
    private StoreExecutor lanes;

    @AfterEach
    void close() {
        opened.countDown();
        lanes.close();
    }

    /** Either lane may take a call, and gets its connection once. */
    @Test
    void aConnectionIsKeptForTheNextCall() throws InterruptedException {
        lanes = new StoreExecutor(this::store, new ManualTicker(), HoldKind.LEASE);

        for (int calls = 0; calls < 5; calls++) {
            call();
        }

        assertThat(acts).doesNotContain("rest");
        assertThat(acts.stream().filter("ready"::equals)).hasSizeBetween(1, 2);
    }

    @Test
    void aConnectionThatMayNotLingerGoesBackAtOnce() throws InterruptedException {
        linger = Duration.ZERO;
        lanes = new StoreExecutor(this::store, new ManualTicker(), HoldKind.LEASE);

        call();

        assertThat(rested.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        call();
        assertThat(acts).containsSubsequence("ready", "call", "rest", "ready", "call");
    }

    /** As when a network swallows everything for longer than two lanes and their replacements have patience. */
    @Test
    void aClientOutlivesManyConnectionsThatNeverOpen() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        hanging.set(7);
        lanes = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        Request<Boolean> call = lanes.submit("call", BOUND, store -> acts.add("call"));

        for (int round = 0; round < 200 && !acts.contains("call"); round++) {
            ticker.pass(Duration.ofMinutes(1));
            lanes.tend();
            TimeUnit.MILLISECONDS.sleep(10);
        }

        assertThat(call.await()).isTrue();
    }

    /** A wish waits for the one that is under way; a renewal does not, nor anything when that one does not end. */
    @Test
    void whatDoesNotEndHoldsUpNobodyForLong() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        lanes = new StoreExecutor(this::store, ticker, HoldKind.LEASE, oneAtATime(ticker));
        lanes.submit(BOUND, wish("stuck"));
        assertThat(begun.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();

        Request<AcquireResult> held = lanes.submit(BOUND, wish("held back"));
        assertThat(lanes.submitFirst("renew", BOUND, store -> "renewed").await())
                .isEqualTo("renewed");
        assertThat(acts).doesNotContain("held back");

        ticker.pass(Duration.ofMillis(200));
        lanes.tend();
        assertThat(held.await()).isInstanceOf(AcquireResult.Granted.class);
    }

    /** With a call timeout of minutes, two calls that hang would keep every heartbeat from going; here not even a cut helps. */
    @Test
    void aRenewalDoesNotWaitForCallsThatHangAsLongAsTheyMay() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        lanes = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        hangBoth();
        Request<Boolean> renewal = lanes.submitFirst("renew", Duration.ofSeconds(1), store -> acts.add("renewed"));

        tendUntilRenewed(ticker, Duration.ofMillis(500), 12);

        assertThat(acts).as("within six seconds of a clock that runs by hand").contains("renewed");
        assertThat(renewal.await()).isTrue();
        assertThat(cuts()).as("calls that were cut").isEqualTo(1);
    }

    /** The renewal's patience is over again before a call that was cut counts as one that a cut does not end. */
    @Test
    void aRenewalOfAShortLeaseDoesNotWaitForACallThatCannotBeCut() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        lanes = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        hangBoth();
        Request<Boolean> renewal = lanes.submitFirst("renew", Duration.ofMillis(250), store -> acts.add("renewed"));

        tendUntilRenewed(ticker, Duration.ofMillis(260), 8);

        assertThat(acts).as("within two seconds of a clock that runs by hand").contains("renewed");
        assertThat(renewal.await()).isTrue();
        assertThat(cuts()).as("calls that were cut").isEqualTo(1);
    }

    /** To cut a connection would end all holds that are bound to it. */
    @Test
    void noCallIsCutForTheRenewalOfABoundHold() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        lanes = new StoreExecutor(this::store, ticker, HoldKind.CONNECTION);
        hangBoth();
        Request<Boolean> renewal = lanes.submitFirst("renew", Duration.ofSeconds(1), store -> acts.add("renewed"));

        tendUntilRenewed(ticker, Duration.ofMillis(500), 12);

        assertThat(acts).doesNotContain("renewed", "abort");
        opened.countDown();
        assertThat(renewal.await()).isTrue();
    }

    private void hangBoth() throws InterruptedException {
        CountDownLatch hung = new CountDownLatch(2);
        for (int call = 0; call < 2; call++) {
            lanes.submit("hang", Duration.ofMinutes(5), store -> {
                hung.countDown();
                return Uninterruptibly.await(() -> opened.await(1, TimeUnit.MINUTES));
            });
        }
        assertThat(hung.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private void tendUntilRenewed(ManualTicker ticker, Duration step, int rounds) throws InterruptedException {
        for (int round = 0; round < rounds && !acts.contains("renewed"); round++) {
            ticker.pass(step);
            lanes.tend();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private long cuts() {
        return acts.stream().filter("abort"::equals).count();
    }

    /** A caller that is told may wait for another thread that asks the lanes. */
    @Test
    void aFailureIsToldWithoutTheLockOfTheLanes() throws InterruptedException {
        ManualTicker ticker = new ManualTicker();
        lanes = new StoreExecutor(this::store, ticker, HoldKind.LEASE);
        AtomicBoolean answered = new AtomicBoolean();
        Request<AcquireResult> stuck = lanes.submit(BOUND, wish("stuck"));
        stuck.whenAnswered((outcome, failure) -> answered.set(isAnsweredElsewhere(lanes::isStarved)));
        assertThat(begun.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();

        ticker.pass(BOUND.plusSeconds(2));
        lanes.tend();

        assertThat(answered).as("while the failure was told").isTrue();
    }

    private static boolean isAnsweredElsewhere(BooleanSupplier question) {
        CountDownLatch done = new CountDownLatch(1);
        EngineThread.make("test", () -> {
                    var unused = question.getAsBoolean();
                    done.countDown();
                })
                .start();
        return Uninterruptibly.await(() -> done.await(5, TimeUnit.SECONDS));
    }

    /** For all that time the database has to keep what the others have replaced. */
    @Test
    void aSlowTripIsNotOvertakenAgainAndAgain() throws InterruptedException {
        lanes = new StoreExecutor(this::store, new ManualTicker(), HoldKind.LEASE);
        lanes.submit(BOUND, wish("stuck"));
        assertThat(begun.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (int number = 1; number <= 256; number++) {
            lanes.submit(BOUND, wish("overtaking")).await();
        }

        Request<AcquireResult> late = lanes.submit(BOUND, wish("late"));
        assertThat(lanes.submitFirst("renew", BOUND, store -> "renewed").await())
                .isEqualTo("renewed");
        assertThat(acts).contains("overtaking").doesNotContain("late");

        opened.countDown();
        assertThat(late.await()).isInstanceOf(AcquireResult.Granted.class);
    }

    private static InFlightLimit oneAtATime(ManualTicker ticker) {
        InFlightLimit pace = new InFlightLimit(ticker.nanos());
        while (pace.atOnce() > 1 || pace.isStalled(ticker.nanos())) {
            ticker.pass(Duration.ofMillis(2));
            pace.ended(2, 2, ticker.nanos());
        }
        return pace;
    }

    private static Operation<AcquireResult> wish(String name) {
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

    private void call() throws InterruptedException {
        lanes.submit("call", BOUND, store -> acts.add("call")).await();
    }

    private LockStore store() {
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
            case "abort" -> note("abort");
            case "aborting" -> (Runnable) () -> note("abort");
            case "servesCallers" -> false;
            case "acquire" -> acquire(((Claim) ((List<?>) args[0]).get(0)).requestId());
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
