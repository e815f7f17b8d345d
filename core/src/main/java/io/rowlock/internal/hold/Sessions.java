package io.rowlock.internal.hold;

import io.rowlock.internal.dispatch.Request;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.release.Releaser;
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
 * The sessions of a process, one for each combination of lease and grace in use, up to a few.
 *
 * <ol>
 *   <li>The first renewal of a hold opens the session of its terms, if there is none. The session accepts holds once its row is
 *       committed; until then each hold is renewed by itself.
 *   <li>Every third of a lease one heartbeat extends the session, and with it all holds that it covers.
 *   <li>If the database rejects a heartbeat, or the session is retired for another reason, it is over; its holds notice and leave.
 *   <li>A session without holds is closed after a few leases.
 * </ol>
 */
final class Sessions {

    /** Holds on further terms are renewed one by one. */
    private static final int MAX_SESSIONS = 4;

    /** A session without holds is closed after so many heartbeats, about three leases. */
    private static final int MAX_IDLE_HEARTBEATS = 9;

    private static final int RANDOM_LENGTH = 32 - SessionStore.SESSION_PREFIX.length();
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

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
    private volatile boolean unsupported;

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

    /** The session that accepts holds on these terms; if there is none, one is opened for the next time. */
    Optional<Session> accepting(Terms terms) {
        Session session = current.get(terms);
        if (session == null && !unsupported && current.size() + opening.size() < MAX_SESSIONS && opening.add(terms)) {
            session = openedMeanwhile(terms);
        }
        return Optional.ofNullable(session).filter(found -> !found.isOver());
    }

    /** Opens a session, unless one was opened just before; a second one would take its place, and nobody would extend the first. */
    private @Nullable Session openedMeanwhile(Terms terms) {
        Session opened = current.get(terms);
        if (opened == null) {
            open(terms);
        } else {
            opening.remove(terms);
        }
        return opened;
    }

    private void open(Terms terms) {
        Session session = new Session(
                SessionStore.SESSION_PREFIX + ids.next().substring(0, RANDOM_LENGTH), terms, ticker, ticker.nanos());
        executor.submit("open a session", timeout(session), store -> open(store, session, terms))
                .whenAnswered((opened, failure) -> opened(terms, session, opened));
    }

    private boolean open(LockStore store, Session session, Terms terms) {
        store.sessions().ifPresent(sessions -> sessions.open(session.id(), terms, owner));
        return store.sessions().isPresent();
    }

    /** A failure needs no report: the renewals that fail for the same reason are reported. */
    private void opened(Terms terms, Session session, @Nullable Boolean opened) {
        unsupported |= Boolean.FALSE.equals(opened);
        if (Boolean.TRUE.equals(opened) && !session.isOver()) {
            current.put(terms, session);
        }
        opening.remove(terms);
        wake.run();
    }

    private Duration timeout(Session session) {
        Duration bound = Timing.renewalBound(session.lease());
        return bound.compareTo(callTimeout) < 0 ? bound : callTimeout;
    }

    /** Sends the heartbeats that are due; returns the latest moment of the next call, if there is a session. */
    Optional<Long> sendDue(long now) {
        current.values().removeIf(Session::isOver);
        Long next = null;
        for (Session session : current.values()) {
            if (session.isDue(now)) {
                heartbeat(session);
            }
            long moment = session.nextMoment();
            next = next == null || moment - next < 0 ? Long.valueOf(moment) : next;
        }
        return Optional.ofNullable(next);
    }

    private void heartbeat(Session session) {
        boolean idle = holds.of(session).isEmpty() && releaser.isIdle();
        if (session.heartbeatSent(idle) > MAX_IDLE_HEARTBEATS) {
            close(session);
            return;
        }
        long sentAt = ticker.nanos();
        executor.submitFirst(
                        "heartbeat",
                        timeout(session),
                        store -> store.sessions().orElseThrow().heartbeat(session.id()))
                .whenAnswered((done, failure) -> answered(session, sentAt, done, failure));
    }

    private void answered(Session session, long sentAt, @Nullable Boolean done, @Nullable Throwable failure) {
        if (done != null) {
            session.heartbeatAnswered(done, sentAt);
        } else {
            session.heartbeatFailed(ticker.nanos());
        }
        if (failure != null) {
            reports.failed(holds.of(session), failure);
        }
        wake.run();
    }

    private Request<Boolean> close(Session session) {
        session.retire();
        return executor.submit("close a session", CLOSE_TIMEOUT, store -> {
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
