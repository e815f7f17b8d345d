package io.rowlock.internal.hold;

import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.SessionStore;
import java.util.List;

/** A kind of renewal: plain, joining a session, or leaving one. */
sealed interface Renewal {

    /** Leaves the session that the row names as it is. */
    Renewal PLAIN = new Plain();

    /** Renews several grants in one statement. */
    List<GrantOutcome> send(LockStore store, List<Grant> grants);

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

    private static SessionStore sessions(LockStore store) {
        return store.sessions().orElseThrow();
    }
}
