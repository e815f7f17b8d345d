package io.rowlock.chaos.timeline;

import io.rowlock.chaos.history.Kind;
import org.jspecify.annotations.Nullable;

/** A request for a lock and how it ended. Filled while the histories are read, and not changed afterwards. */
public final class Request {
    private final String process;
    private final long id;
    private final String lock;
    private final long asked;
    private final long until;
    private long ended = Moments.NEVER;
    private @Nullable Kind outcome;
    private String note = "";
    private long interrupted = Moments.NEVER;
    private boolean flagged;

    Request(String process, long id, String lock, long asked, long until) {
        this.process = process;
        this.id = id;
        this.lock = lock;
        this.asked = asked;
        this.until = until;
    }

    void end(Kind how, long at, String why) {
        outcome = how;
        ended = at;
        note = why;
    }

    void interrupt(long at) {
        interrupted = at;
    }

    void flag() {
        flagged = true;
    }

    public String process() {
        return process;
    }

    long id() {
        return id;
    }

    public String lock() {
        return lock;
    }

    public long asked() {
        return asked;
    }

    /** How long its user was willing to wait. */
    public long until() {
        return until;
    }

    /** When it ended; never, if the process died before. */
    public long ended() {
        return ended;
    }

    public boolean isGranted() {
        return outcome == Kind.GRANTED;
    }

    public boolean isBusy() {
        return outcome == Kind.BUSY;
    }

    /** Whether it ended because its thread was interrupted. */
    public boolean isInterrupted() {
        return outcome == Kind.INTERRUPTED;
    }

    /** The name of the exception that ended it; empty if none did. */
    public String note() {
        return note;
    }

    /** Whether a thread was interrupted by it, and neither told nor marked. */
    public boolean lostItsInterrupt() {
        return interrupted != Moments.NEVER && outcome != null && outcome != Kind.INTERRUPTED && !flagged;
    }

    public long interruptedAt() {
        return interrupted;
    }

    /** Whether the database's last answer, if there was one, did not reach anyone. */
    public boolean isUnsettled() {
        return !isGranted() && !isBusy();
    }

    /** Whether nobody has written down how it ended. */
    public boolean isUnanswered() {
        return outcome == null;
    }
}
