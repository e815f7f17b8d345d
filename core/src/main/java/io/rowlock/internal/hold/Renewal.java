package io.rowlock.internal.hold;

import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.SessionStore;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.List;

/** A kind of renewal: plain, joining a session, leaving one, or for longer than the lease. */
sealed interface Renewal {

    /** Leaves the session that the row names as it is. */
    Renewal PLAIN = new Plain();

    /** Renews several grants in one statement. */
    List<GrantOutcome> send(LockStore store, List<Grant> grants);

    /** How long the grant is honoured after it; the hold's own lease unless more was asked for. */
    static Duration lease(Renewal renewal, Duration own) {
        return renewal instanceof Longer longer ? longer.terms().lease() : own;
    }

    /** Renews, and no more. */
    record Plain() implements Renewal {
        @Override
        public List<GrantOutcome> send(LockStore store, List<Grant> grants) {
            return store.renew(grants);
        }
    }

    /** Renews, and has the session cover the grant. */
    record Joining(Session session) implements Renewal {
        @Override
        public List<GrantOutcome> send(LockStore store, List<Grant> grants) {
            return sessions(store).join(session.id(), grants);
        }
    }

    /** Renews, and has the grant leave the session. */
    record Leaving(Session session) implements Renewal {
        @Override
        public List<GrantOutcome> send(LockStore store, List<Grant> grants) {
            return sessions(store).leave(session.id(), grants);
        }
    }

    /**
     * Renews for longer than the hold's own lease. The row keeps its grace, so the difference between both graces counts as a
     * part of the time for which the row is honoured: others wait as long as for a hold with that lease.
     */
    record Longer(Terms terms, Terms own) implements Renewal {
        @Override
        public List<GrantOutcome> send(LockStore store, List<Grant> grants) {
            return grants.stream()
                    .map(grant -> store.renew(grant, Timing.honoured(terms, own)))
                    .toList();
        }
    }

    private static SessionStore sessions(LockStore store) {
        return store.sessions().orElseThrow();
    }
}
