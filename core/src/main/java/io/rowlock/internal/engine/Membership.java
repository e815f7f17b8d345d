package io.rowlock.internal.engine;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which session keeps a hold.
 *
 * <ol>
 *   <li>From the sending of a renewal that joins a session the row may name it; once that is answered, the hold rests on it.
 *   <li>When the session is over, the next renewal leaves it, and the one after that joins another.
 *   <li>After a renewal that was not done, the next is a plain one: that succeeds whatever session the row names.
 *   <li>A hold that is being detached joins none.
 * </ol>
 */
final class Membership {
    private final Belief belief;
    private @Nullable Session session;
    private boolean rests;
    private boolean plainNext;
    private boolean barred;

    Membership(Belief belief) {
        this.belief = belief;
    }

    /** The session that the row names, or may name. */
    synchronized Optional<Session> session() {
        return Optional.ofNullable(session);
    }

    /** Whether a session keeps the hold, so that it needs no renewal of its own. */
    synchronized boolean isKept() {
        return rests && session != null && !session.isOver();
    }

    /** Whether the hold rests on a session that is over, and nothing was done about it yet. */
    synchronized boolean isOrphaned() {
        return rests && session != null && session.isOver();
    }

    /** How to renew now, given the session that adopts holds at present. */
    synchronized Renewal begin(Optional<Session> adopting) {
        Renewal renewal = next(adopting);
        if (renewal instanceof Renewal.Joining joining) {
            session = joining.session();
        }
        if (session != null && session.isOver()) {
            rests = false;
        }
        return renewal;
    }

    private Renewal next(Optional<Session> adopting) {
        if (barred || plainNext) {
            return Renewal.PLAIN;
        }
        if (session == null) {
            return adopting.<Renewal>map(Renewal.Joining::new).orElse(Renewal.PLAIN);
        }
        return session.isOver() ? new Renewal.Leaving(session) : new Renewal.Joining(session);
    }

    /** A renewal was answered: done, and in time, or not. */
    synchronized void answered(Renewal renewal, boolean done) {
        plainNext = !done;
        if (done && renewal instanceof Renewal.Joining joining) {
            belief.restOn(joining.session().belief());
            rests = true;
        } else if (done && renewal instanceof Renewal.Leaving) {
            left();
        }
    }

    /** From now on it joins no session, and has of the present one what it has: even if it has left, the row lasts as long. */
    synchronized void bar() {
        barred = true;
        rests = false;
        belief.standAlone();
    }

    /** It could not be detached, and may join a session again. */
    synchronized void unbar() {
        barred = false;
    }

    /** The row names no session. */
    synchronized void left() {
        session = null;
        rests = false;
    }

    /** Nobody can see to it that the row leaves its session: so the session must end, lest it keep the row for ever. */
    synchronized void abandon() {
        if (session != null) {
            session.retire();
        }
    }
}
