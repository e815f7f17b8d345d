package io.rowlock.internal.engine;

import io.rowlock.LockInterruptedException;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStoreException;
import io.rowlock.spi.GrantOutcome;
import io.rowlock.spi.LockStore;
import io.rowlock.spi.StoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Asks the store on behalf of a caller, who waits for the answer no longer than the call timeout. What may be sent twice
 * is sent again after a passing failure, or an unknown outcome; everything else fails with what is known.
 */
final class Asker {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    private final Lanes lanes;
    private final Ticker ticker;
    private final Duration timeout;
    private final Doorway doorway;

    Asker(Lanes lanes, Ticker ticker, Duration timeout, Doorway doorway) {
        this.lanes = lanes;
        this.ticker = ticker;
        this.timeout = timeout;
        this.doorway = doorway;
    }

    /** Asks what can be repeated without harm. */
    <T> T ask(String what, Function<LockStore, T> act) {
        return untilAnswered(what, bound -> lanes.submit(what, bound, act), UnaryOperator.identity());
    }

    /** What an answer means after a sending that failed, and may have been done, is for the last argument to say. */
    private <T> T untilAnswered(String what, Sending<T> sending, UnaryOperator<T> sentBefore) {
        long end = ticker.nanos() + timeout.toNanos();
        Pause pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        for (boolean again = false; ; again = true) {
            try {
                T told = send(what, sending, end);
                return again ? sentBefore.apply(told) : told;
            } catch (StoreException failure) {
                long wait = pause.nanos();
                if (!isWorthRepeating(failure) || end - ticker.nanos() <= wait) {
                    throw describe(what, failure);
                }
                sleep(what, wait);
            }
        }
    }

    /** Asks once, for what would be answered differently the second time. */
    <T> T askOnce(String what, Function<LockStore, T> act) {
        try {
            return send(what, bound -> lanes.submit(what, bound, act), ticker.nanos() + timeout.toNanos());
        } catch (StoreException failure) {
            throw describe(what, failure);
        }
    }

    /** Asks about a grant, again while its row is locked by someone's transaction. */
    GrantOutcome askGrant(String what, Function<LockStore, GrantOutcome> act) {
        return askGrant(what, act, UnaryOperator.identity());
    }

    /** The same, with what an answer means after a sending that failed, and may have been done. */
    GrantOutcome askGrant(String what, Function<LockStore, GrantOutcome> act, UnaryOperator<GrantOutcome> sentBefore) {
        return untilUnlocked(what, bound -> lanes.submit(what, bound, act), sentBefore);
    }

    /** The same for what can share a statement with others. */
    GrantOutcome askGrant(Wish<GrantOutcome> wish) {
        return untilUnlocked(wish.what(), bound -> lanes.ask(bound, wish), wish::sentBefore);
    }

    private GrantOutcome untilUnlocked(
            String what, Sending<GrantOutcome> sending, UnaryOperator<GrantOutcome> sentBefore) {
        long end = ticker.nanos() + timeout.toNanos();
        Pause pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        GrantOutcome outcome = untilAnswered(what, sending, sentBefore);
        while (outcome == GrantOutcome.ROW_LOCKED && end - ticker.nanos() > 0) {
            sleep(what, pause.nanos());
            outcome = untilAnswered(what, sending, sentBefore);
        }
        if (outcome == GrantOutcome.ROW_LOCKED) {
            throw new LockStoreException(
                    "could not " + what + ": its row was locked by an open transaction for " + timeout.toMillis()
                            + " ms; end that transaction, or try again after it",
                    null);
        }
        return outcome;
    }

    /** Waits for something that must come about within the call timeout. */
    void awaitUntil(String what, BooleanSupplier condition) {
        long end = ticker.nanos() + timeout.toNanos();
        Pause pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        while (!condition.getAsBoolean()) {
            if (end - ticker.nanos() <= 0) {
                throw new LockStoreException(
                        "could not " + what + ": a renewal was not answered within " + timeout.toMillis()
                                + " ms; nothing was changed",
                        null);
            }
            sleep(what, pause.nanos());
        }
    }

    private <T> T send(String what, Sending<T> sending, long end) {
        Duration left = Duration.ofNanos(Math.max(1, end - ticker.nanos()));
        doorway.enter();
        Call<T> call = sending.within(left);
        try {
            return call.await();
        } catch (InterruptedException interrupted) {
            call.withdraw();
            throw interrupted(what);
        } finally {
            doorway.leave();
        }
    }

    private static boolean isWorthRepeating(StoreException failure) {
        return failure.kind() == StoreException.Kind.TRANSIENT || failure.kind() == StoreException.Kind.UNKNOWN;
    }

    static LockInterruptedException interrupted(String what) {
        Thread.currentThread().interrupt();
        return new LockInterruptedException("trying to " + what);
    }

    static void sleep(String what, long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException interrupted) {
            throw interrupted(what);
        }
    }

    /** Tells a caller what is known of a failure. */
    static LockStoreException describe(String what, StoreException failure) {
        String said = "could not " + what + ": " + failure.getMessage();
        return switch (failure.kind()) {
            case UNKNOWN -> new LockOutcomeUnknownException(said + "; it may or may not have been done", failure);
            case UNREACHABLE, TRANSIENT, REJECTED -> new LockStoreException(said + "; nothing was changed", failure);
        };
    }

    /** Sends something that must be answered within a bound. */
    @FunctionalInterface
    private interface Sending<T> {
        Call<T> within(Duration bound);
    }
}
