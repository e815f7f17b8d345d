package io.rowlock.internal.hold;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The session of a hold, as far as known.
 *
 * <ol>
 *   <li>From the sending of a renewal that joins a session the row may name the session; once that is answered, the session
 *       covers the hold.
 *   <li>When the session is over, the next renewal leaves it, and the one after that joins another.
 *   <li>After a renewal that was not done, the next is a plain one, which succeeds whatever session the row names.
 * </ol>
 *
 * @param session the session that the row names, or may name
 * @param joinInDoubt the session whose last join was not answered, and may still be done
 * @param covers whether the session covers the hold, so that the hold needs no renewal of its own
 * @param lastRenewalFailed whether the last renewal was not done, so that the next is a plain one
 */
record SessionCoverage(
        @Nullable Session session, @Nullable Session joinInDoubt, boolean covers, boolean lastRenewalFailed) {
    static final SessionCoverage NONE = new SessionCoverage(null, null, false, false);

    /** The session that covers the hold, even if it is over. */
    Optional<Session> covering() {
        return covers ? Optional.ofNullable(session) : Optional.empty();
    }

    /** Whether the session that covers the hold is over, and the hold has not begun to leave it. */
    boolean isOrphaned() {
        return covering().filter(Session::isOver).isPresent();
    }

    /** The next renewal, given the session that accepts holds at present. */
    Renewal next(Optional<Session> accepting) {
        if (lastRenewalFailed) {
            return Renewal.PLAIN;
        }
        if (session == null) {
            return accepting.<Renewal>map(Renewal.Joining::new).orElse(Renewal.PLAIN);
        }
        return session.isOver() ? new Renewal.Leaving(session) : new Renewal.Joining(session);
    }

    SessionCoverage sent(Renewal renewal) {
        return renewal instanceof Renewal.Joining joining
                ? new SessionCoverage(joining.session(), joinInDoubt, covers, lastRenewalFailed)
                : this;
    }

    SessionCoverage notRenewed(Renewal renewal) {
        Session doubted = renewal instanceof Renewal.Joining joining ? joining.session() : joinInDoubt;
        return new SessionCoverage(session, doubted, covers, true);
    }

    /** A renewal was done in time; a hold that is being detached is about to leave, and must not be covered. */
    SessionCoverage renewed(Renewal renewal, boolean mayCover) {
        if (renewal instanceof Renewal.Leaving) {
            return left();
        }
        boolean covered = covers || (mayCover && renewal instanceof Renewal.Joining);
        return new SessionCoverage(session, joinInDoubt, covered, false);
    }

    /** The row names no session. If a join may still be done, that session must end, or it would keep the row forever. */
    private SessionCoverage left() {
        if (session != null && session.equals(joinInDoubt)) {
            session.retire();
        }
        return NONE;
    }

    SessionCoverage uncovered() {
        return new SessionCoverage(session, joinInDoubt, false, lastRenewalFailed);
    }
}
