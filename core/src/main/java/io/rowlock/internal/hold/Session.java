package io.rowlock.internal.hold;

import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.time.Timing;
import java.time.Duration;

/**
 * A session of this process: a row in the database whose heartbeat extends all holds that it covers. Its deadline counts like
 * that of a hold. Once over, it is over forever, and its deadline stays as it is. Thread-safe.
 */
final class Session {
    private final String id;
    private final Terms terms;
    private final Ticker ticker;
    private final RenewalSchedule schedule;
    private volatile long deadline;
    private boolean over;
    private int idleHeartbeats;

    Session(String id, Terms terms, Ticker ticker, long sentAt) {
        this.id = id;
        this.terms = terms;
        this.ticker = ticker;
        deadline = sentAt + Timing.beliefNanos(terms.lease());
        schedule = new RenewalSchedule(true, terms.lease(), HoldKind.LEASE, sentAt);
    }

    String id() {
        return id;
    }

    Duration lease() {
        return terms.lease();
    }

    /** Until when the holds that it covers count as held. */
    long deadline() {
        return deadline;
    }

    /** Whether nothing extends it any more. */
    synchronized boolean isOver() {
        over |= ticker.nanosForSure() - deadline >= 0;
        return over;
    }

    /** Ends it in this process: its holds are renewed by themselves from now on, while it lasts in the database. */
    synchronized void retire() {
        over = true;
    }

    synchronized boolean isDue(long now) {
        return schedule.isDue(now);
    }

    synchronized long nextMoment() {
        return schedule.nextMoment(deadline);
    }

    /** How many heartbeats in a row have found it without holds, this one included. */
    synchronized int heartbeatSent(boolean idle) {
        schedule.sent();
        idleHeartbeats = idle ? idleHeartbeats + 1 : 0;
        return idleHeartbeats;
    }

    /** The database has extended it, or rejected that. */
    synchronized void heartbeatAnswered(boolean done, long sentAt) {
        if (done && !isOver()) {
            long extended = sentAt + Timing.beliefNanos(terms.lease());
            deadline = extended - deadline > 0 ? extended : deadline;
            schedule.renewedAt(sentAt);
        } else {
            retire();
        }
        schedule.answered();
    }

    /** The database could not be asked, which ends nothing. */
    synchronized void heartbeatFailed(long now) {
        schedule.retryAfter(now);
        schedule.answered();
    }
}
