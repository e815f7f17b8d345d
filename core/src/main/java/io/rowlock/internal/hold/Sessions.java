package io.rowlock.internal.hold;

import io.rowlock.internal.dispatch.Request;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.RequestIds;
import io.rowlock.internal.store.SessionStore;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a process, one for each kind of terms in use, up to a few.
 *
 * <ol>
 *   <li>The first renewal of a hold opens the session of its terms, if there is none. It adopts holds once its row is
 *       committed; until then they are renewed by themselves.
 *   <li>Each third of a lease one heartbeat prolongs it, and with it all holds that it has adopted.
 *   <li>Refused, or retired for another reason, it is over; its holds notice, and leave it.
 *   <li>Without holds for a while, it is closed.
 * </ol>
 */
final class Sessions {

    /** A process with more kinds of terms than this renews the holds of the others by themselves. */
    private static final int MOST = 4;

    /** How many heartbeats a session without holds is given: three leases, about. */
    private static final int MOST_IDLE_BEATS = 9;

    private static final int RANDOM_PART = 32 - SessionStore.SESSION_PREFIX.length();
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final StoreExecutor executor;
    private final Holds holds;
    private final Releaser releaser;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final String owner;
    private final Runnable wake;
    private final RenewalReports reports;
    private final RequestIds ids = new RequestIds(HoldKind.LEASE);
    private final Map<Terms, Session> current = new ConcurrentHashMap<>();
    private final Set<Terms> opening = ConcurrentHashMap.newKeySet();
    private volatile boolean unknownHere;

    Sessions(
            StoreExecutor executor,
            Holds holds,
            Releaser releaser,
            Ticker ticker,
            Duration callTimeout,
            String owner,
            Runnable wake,
            RenewalReports reports) {
        this.executor = executor;
        this.holds = holds;
        this.releaser = releaser;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.owner = owner;
        this.wake = wake;
        this.reports = reports;
    }

    /** The session that adopts holds on such terms; if there is none, one is opened for the next time. */
    Optional<Session> adopting(Terms terms) {
        Session session = current.get(terms);
        if (session == null && !unknownHere && current.size() + opening.size() < MOST && opening.add(terms)) {
            open(terms);
        }
        return Optional.ofNullable(session).filter(found -> !found.isOver());
    }

    private void open(Terms terms) {
        Session session = new Session(
                SessionStore.SESSION_PREFIX + ids.next().substring(0, RANDOM_PART), terms, ticker, ticker.nanos());
        executor.submit("open a session", bound(session), store -> open(store, session, terms))
                .whenAnswered((opened, failure) -> opened(terms, session, opened));
    }

    private boolean open(LockStore store, Session session, Terms terms) {
        store.sessions().ifPresent(sessions -> sessions.open(session.id(), terms, owner));
        return store.sessions().isPresent();
    }

    /** A failure needs no report: the renewals that go the same way have theirs. */
    private void opened(Terms terms, Session session, @Nullable Boolean opened) {
        unknownHere |= Boolean.FALSE.equals(opened);
        if (Boolean.TRUE.equals(opened) && !session.isOver()) {
            current.put(terms, session);
        }
        opening.remove(terms);
        wake.run();
    }

    private Duration bound(Session session) {
        Duration bound = Timing.renewalBound(session.lease());
        return bound.compareTo(callTimeout) < 0 ? bound : callTimeout;
    }

    /** Sends the heartbeats that are due; returns the next moment at which something must be done, if there is one. */
    Optional<Long> tend(long now) {
        current.values().removeIf(Session::isOver);
        Long next = null;
        for (Session session : current.values()) {
            if (session.isDue(now)) {
                beat(session);
            }
            long moment = session.nextMoment();
            next = next == null || moment - next < 0 ? Long.valueOf(moment) : next;
        }
        return Optional.ofNullable(next);
    }

    private void beat(Session session) {
        boolean idle = holds.of(session).isEmpty() && releaser.isIdle();
        if (session.beatSent(idle) > MOST_IDLE_BEATS) {
            close(session);
            return;
        }
        long sentAt = ticker.nanos();
        executor.submitFirst(
                        "heartbeat",
                        bound(session),
                        store -> store.sessions().orElseThrow().beat(session.id()))
                .whenAnswered((done, failure) -> answered(session, sentAt, done, failure));
    }

    private void answered(Session session, long sentAt, @Nullable Boolean done, @Nullable Throwable failure) {
        if (done != null) {
            session.beatAnswered(done, sentAt);
        } else {
            session.beatFailed(ticker.nanos());
        }
        if (failure != null) {
            reports.failed(holds.of(session), failure);
        }
        wake.run();
    }

    private Request<Boolean> close(Session session) {
        session.retire();
        return executor.submit("close a session", FAREWELL, store -> {
            store.sessions().orElseThrow().close(session.id());
            return true;
        });
    }

    /** Closes all sessions, now that the holds of this process are released. */
    void close() {
        current.values().stream()
                .filter(session -> !session.isOver())
                .map(this::close)
                .toList()
                .forEach(Request::awaitQuietly);
    }
}
