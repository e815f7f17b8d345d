package io.rowlock.chaos.timeline;

import io.rowlock.chaos.history.Event;

/**
 * One grant, as its holder recorded it. Moments that never came are {@link Moments#NEVER}. Filled while the histories
 * are read, and not changed afterwards.
 */
public final class RecordedGrant {
    private final Request request;
    private final long token;
    private final long granted;
    private long until;
    private long lastHeld;
    private long releasing = Moments.NEVER;
    private long released = Moments.NEVER;
    private long lost = Moments.NEVER;
    private long lossReported = Moments.NEVER;
    private String reason = "";
    private long longer;
    private long keepFor;
    private long answered = Moments.NEVER;
    private String answer = "";

    RecordedGrant(Request request, long token, long granted, long until) {
        this.request = request;
        this.token = token;
        this.granted = granted;
        this.until = until;
        this.lastHeld = granted;
    }

    /** Takes note of what the holder wrote of it. */
    void note(Event event) {
        switch (event.kind()) {
            case HELD -> {
                until = Math.max(until, event.until());
                lastHeld = Math.max(lastHeld, event.at());
            }
            case RENEWING -> longer = Math.max(longer, event.until() - event.at());
            case RELEASING -> {
                releasing = Math.min(releasing, event.at());
                keepFor = Math.max(keepFor, event.until() - event.at());
            }
            case ANSWERED -> {
                answered = event.at();
                answer = event.note();
            }
            case RELEASED -> released = Math.min(released, event.at());
            case LOST -> lost = Math.min(lost, event.at());
            case LOSS_REPORTED -> {
                if (event.at() < lossReported) {
                    lossReported = event.at();
                    reason = event.note();
                }
            }
            default -> throw new IllegalArgumentException(event.kind() + " is not about a grant");
        }
    }

    public String process() {
        return request.process();
    }

    public String lock() {
        return request.lock();
    }

    public Request request() {
        return request;
    }

    public long token() {
        return token;
    }

    /** Before it was asked for. */
    public long asked() {
        return request.asked();
    }

    /** After it was granted. */
    public long granted() {
        return granted;
    }

    /** How long the holder could believe, at the most that was ever said. */
    public long until() {
        return until;
    }

    /** Before the last look that found it held. */
    public long lastHeld() {
        return lastHeld;
    }

    /** Before the holder released it. */
    public long releasing() {
        return releasing;
    }

    /** After the database confirmed that. */
    public long released() {
        return released;
    }

    /** When {@code onLost} began. */
    public long lost() {
        return lost;
    }

    /** After the library said that it is lost. */
    public long lossReported() {
        return lossReported;
    }

    /** Why, as the library said. */
    public String reason() {
        return reason;
    }

    /** The longest lease that the database can have honoured. */
    public long lease(Histories histories) {
        return Math.max(histories.lease(), longer);
    }

    /** Whether its holder wanted a longer lease than the usual one. */
    public boolean isLonger() {
        return longer > 0;
    }

    /** How long its release was to keep the lock taken; 0 if not at all. */
    public long keepFor() {
        return keepFor;
    }

    /** After a release told whether the lock was held until then; never, if none did. */
    public long answered() {
        return answered;
    }

    /** Whether its release said that the grant stood. */
    public boolean isConfirmed() {
        return answer.equals("true");
    }

    /** Whether its release said that the grant was over. */
    public boolean isDenied() {
        return answer.equals("false");
    }

    /** When a lease that the holder believes in to the end can be over, if the database's clock stepped meanwhile. */
    public long leaseEnd(Histories histories) {
        return until - histories.clockStep(until - lease(histories), until);
    }

    /** When the holder surely still believed: it had not released it, nor been told, nor had its time run out. */
    public long beliefEnd(Histories histories) {
        long own = Math.min(Math.min(releasing, lost), until);
        return Math.min(own, histories.lifetime(process()).death());
    }

    /**
     * Until when the database had to honour it: released, or lease and grace over. The holder's death ends nothing. A lease that
     * was renewed lasts no shorter than what is believed of it.
     */
    public long standingEnd(Histories histories) {
        return Math.min(
                releasing, Math.max(freeFrom(asked() + histories.lease(), histories), freeFrom(until, histories)));
    }

    /** When a lease that ends then, or later, can be followed by another. Steps before it was last renewed do not count. */
    private long freeFrom(long leaseEnd, Histories histories) {
        long free = leaseEnd + histories.grace();
        return free - histories.clockStep(leaseEnd - lease(histories), free);
    }

    /**
     * When the database can have had it for the last time, if its release was confirmed. A release that a crash can undo is one of
     * a grant that was never renewed, and such a grant ends with its first lease.
     */
    public long undoneEnd(Histories histories) {
        if (!histories.mayHaveBeenUndone(released)) {
            return released;
        }
        long leaseEnd = granted + histories.lease();
        return Math.max(released, leaseEnd + histories.clockStep(granted, leaseEnd));
    }

    /** When the database can have honoured it for the last time, or kept its lock, whatever happened to its holder. */
    public long occupationEnd(Histories histories) {
        if (released != Moments.NEVER && keepFor > 0) {
            return released + keepFor + histories.clockStep(asked(), released + keepFor);
        }
        if (released != Moments.NEVER) {
            long undone = undoneEnd(histories);
            return undone == released ? released : undone + histories.grace();
        }
        long alive = Math.min(
                Math.min(releasing, lost), histories.lifetime(process()).death());
        long last = Math.max(until, alive == Moments.NEVER ? until : alive + lease(histories));
        long free = Math.max(last, asked() + histories.lease()) + histories.grace() + keepFor;
        return free + histories.clockStep(asked(), free);
    }

    @Override
    public String toString() {
        return process() + (token > 0 ? " (token " + token + ")" : "");
    }
}
