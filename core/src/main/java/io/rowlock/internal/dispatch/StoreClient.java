package io.rowlock.internal.dispatch;

import io.rowlock.LockInterruptedException;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStoreException;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Asks the store on behalf of a caller, who waits for the answer no longer than the call timeout. What may be sent twice
 * is sent again after a passing failure, or an unknown outcome; everything else fails with what is known. Once the outcome
 * of a sending is unknown, only an answer settles it: whatever later sendings fail with, it stays unknown.
 */
public final class StoreClient {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    private final StoreExecutor lanes;
    private final Ticker ticker;
    private final Duration timeout;
    private final ShutdownGate doorway;
    private final boolean steadfast;

    public StoreClient(StoreExecutor lanes, Ticker ticker, Duration timeout, ShutdownGate doorway) {
        this(lanes, ticker, timeout, doorway, false);
    }

    private StoreClient(StoreExecutor lanes, Ticker ticker, Duration timeout, ShutdownGate doorway, boolean steadfast) {
        this.lanes = lanes;
        this.ticker = ticker;
        this.timeout = timeout;
        this.doorway = doorway;
        this.steadfast = steadfast;
    }

    /** One that asks to the end though its caller is interrupted: what it is asked for must not be left undone. */
    public StoreClient steadfast() {
        return new StoreClient(lanes, ticker, timeout, doorway, true);
    }

    /** Asks what can be repeated without harm. */
    public <T> T ask(String what, Function<LockStore, T> act) {
        return ask(what, act, UnaryOperator.identity());
    }

    /** The same, with what an answer means after a sending that failed, and may have been done. */
    public <T> T ask(String what, Function<LockStore, T> act, UnaryOperator<T> sentBefore) {
        return new Question<>(what, bound -> lanes.submit(what, bound, act), sentBefore).untilAnswered();
    }

    /** Something that is sent until it is answered. */
    private final class Question<T> {
        private final String what;
        private final Sending<T> sending;
        private final UnaryOperator<T> sentBefore;

        /** Whether a sending may have been done though it failed. */
        private boolean doubtful;

        Question(String what, Sending<T> sending, UnaryOperator<T> sentBefore) {
            this.what = what;
            this.sending = sending;
            this.sentBefore = sentBefore;
        }

        T untilAnswered() {
            long end = ticker.nanos() + timeout.toNanos();
            Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
            while (true) {
                try {
                    T told = send(what, sending, end);
                    return doubtful ? sentBefore.apply(told) : told;
                } catch (StoreException failure) {
                    doubtful |= failure.kind() == Kind.UNKNOWN;
                    long wait = pause.nanos();
                    if (!isWorthRepeating(failure) || end - ticker.nanos() <= wait) {
                        throw failed(failure);
                    }
                    rest(what, wait);
                }
            }
        }

        private boolean isWorthRepeating(StoreException failure) {
            return switch (failure.kind()) {
                case TRANSIENT, UNKNOWN -> true;
                case UNREACHABLE -> doubtful && !doorway.isShut();
                case REJECTED -> false;
            };
        }

        private LockStoreException failed(StoreException failure) {
            return doubtful && failure.kind() != Kind.UNKNOWN
                    ? unknown(
                            what,
                            new StoreException(
                                    Kind.UNKNOWN,
                                    "a statement for it got no answer, and at last: " + failure.getMessage(),
                                    failure))
                    : describe(what, failure);
        }
    }

    /** Asks once, for what would be answered differently the second time. */
    public <T> T askOnce(String what, Function<LockStore, T> act) {
        try {
            return send(what, bound -> lanes.submit(what, bound, act), ticker.nanos() + timeout.toNanos());
        } catch (StoreException failure) {
            throw describe(what, failure);
        }
    }

    /** Asks about a grant, again while its row is locked by someone's transaction. */
    public GrantOutcome askGrant(String what, Function<LockStore, GrantOutcome> act) {
        return askGrant(what, act, UnaryOperator.identity());
    }

    /** The same, with what an answer means after a sending that failed, and may have been done. */
    public GrantOutcome askGrant(
            String what, Function<LockStore, GrantOutcome> act, UnaryOperator<GrantOutcome> sentBefore) {
        return untilUnlocked(new Question<>(what, bound -> lanes.submit(what, bound, act), sentBefore));
    }

    /** The same for what can share a statement with others. */
    public GrantOutcome askGrant(Operation<GrantOutcome> wish) {
        return untilUnlocked(new Question<>(wish.what(), bound -> lanes.ask(bound, wish), wish::sentBefore));
    }

    private GrantOutcome untilUnlocked(Question<GrantOutcome> question) {
        long end = ticker.nanos() + timeout.toNanos();
        Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
        GrantOutcome outcome = question.untilAnswered();
        while (outcome == GrantOutcome.ROW_LOCKED && end - ticker.nanos() > 0) {
            rest(question.what, pause.nanos());
            outcome = question.untilAnswered();
        }
        if (outcome == GrantOutcome.ROW_LOCKED) {
            throw question.failed(new StoreException(
                    Kind.TRANSIENT,
                    "its row was locked by an open transaction for " + timeout.toMillis()
                            + " ms; end that transaction, or try again after it",
                    null));
        }
        return outcome;
    }

    /** Waits for something that must come about within the call timeout. */
    public void awaitUntil(String what, BooleanSupplier condition) {
        long end = ticker.nanos() + timeout.toNanos();
        Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
        while (!condition.getAsBoolean()) {
            if (end - ticker.nanos() <= 0) {
                throw new LockStoreException(
                        "could not " + what + ": a renewal was not answered within " + timeout.toMillis()
                                + " ms; nothing was changed",
                        null);
            }
            sleep(ticker, what, pause.nanos());
        }
    }

    private <T> T send(String what, Sending<T> sending, long end) {
        Duration left = Duration.ofNanos(Math.max(1, end - ticker.nanos()));
        doorway.enter();
        Request<T> call = sending.within(left);
        try {
            return steadfast
                    ? Uninterruptibly.await(() -> call.await(Math.max(1, end - ticker.nanos())))
                    : call.await();
        } catch (InterruptedException interrupted) {
            call.withdraw();
            throw interrupted(what);
        } finally {
            doorway.leave();
        }
    }

    private void rest(String what, long nanos) {
        if (steadfast) {
            Uninterruptibly.run(() -> ticker.parkCallerUntil(this, ticker.nanos() + nanos, () -> false));
        } else {
            sleep(ticker, what, nanos);
        }
    }

    public static LockInterruptedException interrupted(String what) {
        Thread.currentThread().interrupt();
        return new LockInterruptedException("trying to " + what);
    }

    public static void sleep(Ticker ticker, String what, long nanos) {
        try {
            ticker.sleepCaller(nanos);
        } catch (InterruptedException interrupted) {
            throw interrupted(what);
        }
    }

    /** Tells a caller what is known of a failure. */
    public static LockStoreException describe(String what, StoreException failure) {
        return switch (failure.kind()) {
            case UNKNOWN -> unknown(what, failure);
            case UNREACHABLE, TRANSIENT, REJECTED ->
                new LockStoreException(couldNot(what, failure) + "; nothing was changed", failure);
        };
    }

    private static LockOutcomeUnknownException unknown(String what, StoreException failure) {
        return new LockOutcomeUnknownException(couldNot(what, failure) + "; it may or may not have been done", failure);
    }

    private static String couldNot(String what, StoreException failure) {
        return "could not " + what + ": " + failure.getMessage();
    }

    /** Sends something that must be answered within a bound. */
    @FunctionalInterface
    private interface Sending<T> {
        Request<T> within(Duration bound);
    }
}
