package io.rowlock.internal.hold;

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
final class SessionMembership {
    private final Belief belief;
    private @Nullable Session session;

    /** Of which it is not known whether the last joining was done; it may yet come about. */
    private @Nullable Session doubted;

    private boolean rests;
    private boolean plainNext;
    private boolean barred;

    SessionMembership(Belief belief) {
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
        if (renewal instanceof Renewal.Joining joining) {
            joined(joining.session(), done);
        } else if (done && renewal instanceof Renewal.Leaving) {
            left();
        }
    }

    /** Once barred it is about to leave, and must not rest on what it leaves. */
    private void joined(Session joined, boolean done) {
        if (!done) {
            doubted = joined;
        } else if (!barred) {
            belief.restOn(joined.belief());
            rests = true;
        }
    }

    /** From now on it joins no session, and has of the present one what it has: even if it has left, the row lasts as long. */
    synchronized void bar() {
        barred = true;
        rests = false;
        belief.standAlone();
    }

    /** It could not be detached. Leaving may yet come about, so it may join another session again, but not that one. */
    synchronized void unbar() {
        abandon();
        barred = false;
    }

    /** The row names no session; nor may it come to name one that goes on. */
    synchronized void left() {
        if (session != null && session.equals(doubted)) {
            abandon();
        }
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
