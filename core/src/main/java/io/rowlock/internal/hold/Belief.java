package io.rowlock.internal.hold;

import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a process believes of one hold: that it stands, until a deadline on the monotonic clock, or how it ended.
 *
 * <p>It ends once. Whoever finds the deadline passed ends it as lost, so that it cannot be answered "no" and later "yes";
 * and a renewal extends it only before that. While a transaction that releases the lock is open, it is settling: it does
 * not stand, but may again. A belief may rest on another, that of a session, and then lasts as long as the longer of both.
 */
final class Belief {

    /** How a belief stands or ended. */
    enum State {
        HELD,
        SETTLING,
        LOST,
        RELEASED,
        DETACHED
    }

    private final Ticker ticker;
    private State state = State.HELD;
    private long deadline;
    private @Nullable Belief support;

    Belief(Ticker ticker, long deadline) {
        this.ticker = ticker;
        this.deadline = deadline;
    }

    /** How it stands now; the deadline has been looked at. */
    synchronized State state() {
        boolean open = state == State.HELD || state == State.SETTLING;
        if (open && ticker.nanosForSure() - deadline() >= 0) {
            state = State.LOST;
        }
        return state;
    }

    boolean stands() {
        return state() == State.HELD;
    }

    /** Extends the belief to a later deadline; too late is never. */
    synchronized boolean extendTo(long later) {
        if (!stands()) {
            return false;
        }
        deadline = later(deadline, later);
        return true;
    }

    /** Goes from one state to another; false if it was not, or no longer, in the first. */
    synchronized boolean turn(State from, State to) {
        if (state() != from) {
            return false;
        }
        state = to;
        return true;
    }

    /** Ends a belief that stands; false if it had ended already. */
    boolean end(State how) {
        return turn(State.HELD, how);
    }

    synchronized long deadline() {
        return support == null ? deadline : later(deadline, support.deadline());
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }

    /** Has it last as long as another belief does, if that is longer. */
    synchronized void restOn(Belief other) {
        support = other;
    }

    /** Rests on no other any more; the deadline stays as it is at this moment. */
    synchronized void standAlone() {
        deadline = deadline();
        support = null;
    }

    synchronized Duration remaining() {
        return stands() ? Duration.ofNanos(deadline() - ticker.nanos()) : Duration.ZERO;
    }
}
