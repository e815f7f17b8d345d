package io.rowlock.internal.hold;

import io.rowlock.internal.hold.Belief.State;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.time.Timing;
import java.time.Duration;

/**
 * A session of this process: a row in the database whose heartbeat keeps all holds that it has adopted. What is believed of
 * it is counted like the belief of a hold; once over, it is over for ever, and what its holds have of it stands still.
 */
final class Session {
    private final String id;
    private final Terms terms;
    private final Belief belief;
    private final RenewalSchedule schedule;
    private int idleHeartbeats;

    Session(String id, Terms terms, Ticker ticker, long sentAt) {
        this.id = id;
        this.terms = terms;
        belief = new Belief(ticker, sentAt + Timing.beliefNanos(terms.lease()));
        schedule = new RenewalSchedule(true, terms.lease(), HoldKind.LEASE, sentAt);
    }

    String id() {
        return id;
    }

    Duration lease() {
        return terms.lease();
    }

    /** What holds that it has adopted rest on. */
    Belief belief() {
        return belief;
    }

    /** Whether nothing prolongs it any more. */
    boolean isOver() {
        return !belief.stands();
    }

    /** Ends it here: its holds look after themselves from now on, for as long as it lasts in the database. */
    void retire() {
        belief.end(State.RELEASED);
    }

    boolean isDue(long now) {
        return schedule.isDue(now);
    }

    long nextMoment() {
        return schedule.nextMoment(belief.deadline());
    }

    /** How many heartbeats in a row have found it without holds, this one included. */
    int heartbeatSent(boolean idle) {
        schedule.sent();
        idleHeartbeats = idle ? idleHeartbeats + 1 : 0;
        return idleHeartbeats;
    }

    /** The database has prolonged it, or refused to. */
    void heartbeatAnswered(boolean done, long sentAt) {
        if (done && belief.extendTo(sentAt + Timing.beliefNanos(terms.lease()))) {
            schedule.renewedAt(sentAt);
        } else {
            retire();
        }
        schedule.answered();
    }

    /** The database could not be asked, which ends nothing. */
    void heartbeatFailed(long now) {
        schedule.failed(now);
        schedule.answered();
    }
}
