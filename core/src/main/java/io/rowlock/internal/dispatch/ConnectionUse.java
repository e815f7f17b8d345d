package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.EngineThread;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One use of a worker's connection: a round trip, or opening or releasing the connection. It has a deadline, after which the
 * connection is cut under it.
 */
final class ConnectionUse {
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(500);

    private final @Nullable RoundTrip roundTrip;
    private final Thread runner;
    private final boolean byCaller;
    private volatile long deadline;
    private volatile boolean cut;

    /** The thread of the last cut. Under the executor's lock. */
    private @Nullable Thread cutter;

    ConnectionUse(@Nullable RoundTrip roundTrip, long deadline, Thread runner, boolean byCaller) {
        this.roundTrip = roundTrip;
        this.deadline = deadline;
        this.runner = runner;
        this.byCaller = byCaller;
    }

    /** When the round trip began; empty for any other use. */
    OptionalLong roundTripSince() {
        return roundTrip == null
                ? OptionalLong.empty()
                : OptionalLong.of(deadline - roundTrip.timeout().toNanos());
    }

    /** Whether it is no round trip, or a round trip that has lasted for longer than so long. */
    boolean isStuck(long now, long patience) {
        return roundTrip == null || now - roundTripSince().orElse(now) > patience;
    }

    boolean isCut() {
        return cut;
    }

    /**
     * Makes a round trip overdue now, in favour of a renewal: it is cut, or given up if that does not help. One that was cut
     * before is left as it is; otherwise it would never be old enough to be given up.
     */
    void expire(long now) {
        if (roundTrip != null && !cut) {
            deadline = now - GRACE - 1;
        }
    }

    /** Whether it has to be cut. It stays so while the use lasts, because a cut between two statements ends neither. */
    boolean mustBeCut(long now) {
        return cut || now - deadline > GRACE || isCallerInterrupted();
    }

    /** Whether the runner is a caller that was interrupted, and waits for a database that does not answer. */
    private boolean isCallerInterrupted() {
        return byCaller && runner.isInterrupted();
    }

    /** Whether cutting it has not helped. */
    boolean isBeyondHelp(long now) {
        return now - deadline > 2 * GRACE;
    }

    /** Whether an earlier cut is still being tried. */
    boolean isBeingCut() {
        return cutter != null && cutter.isAlive();
    }

    /**
     * Cuts the connection, while the use lasts. Fails if there is no thread for it: some drivers open another connection to kill
     * the first, which is too slow for the thread that watches the deadlines.
     */
    void cut(Runnable abort, BooleanSupplier lasts) {
        Thread thread = EngineThread.make("cut", () -> {
            if (lasts.getAsBoolean()) {
                abort.run();
            }
        });
        if (lasts.getAsBoolean()) {
            boolean wasCut = cut;
            // Before the cut, so that nobody uses the connection after it.
            cut = true;
            try {
                thread.start();
                cutter = thread;
            } catch (OutOfMemoryError noThread) {
                cut = wasCut;
                throw noThread;
            }
        }
    }

    /** Fails the round trip, of which no answer came although its connection was cut. */
    void fail() {
        if (roundTrip != null) {
            roundTrip.fail(new StoreException(
                    StoreException.Kind.UNKNOWN,
                    roundTrip.describe() + ": no answer within "
                            + roundTrip.timeout().toMillis() + " ms, and the connection could not be cut",
                    null));
        }
    }
}
