package io.rowlock.chaos.timeline;

import io.rowlock.chaos.history.Kind;
import org.jspecify.annotations.Nullable;

/** A transaction under a lock. Filled while the histories are read, and not changed afterwards. */
public final class Transaction {
    private final String process;
    private final long id;
    private final String lock;
    private final long token;
    private final boolean fenced;
    private final long began;
    private long committing = Moments.NEVER;
    private long ended = Moments.NEVER;
    private long recovered = Moments.NEVER;
    private @Nullable Kind outcome;
    private String note = "";

    Transaction(String process, long id, String lock, long token, boolean fenced, long began) {
        this.process = process;
        this.id = id;
        this.lock = lock;
        this.token = token;
        this.fenced = fenced;
        this.began = began;
    }

    void committing(long at) {
        committing = at;
    }

    /** The first answer counts: what fails after a commit was confirmed does not undo it. */
    void end(Kind how, long at, String why) {
        if (outcome == null) {
            outcome = how;
            ended = at;
            note = why;
        }
    }

    /** It stayed in doubt until someone ended it: from before to after those moments. */
    void recovered(boolean isCommit, long before, long after) {
        recovered = after;
        if (isCommit) {
            committing = before;
        }
    }

    /** When someone else had ended it; never, if nobody did. */
    public long recovered() {
        return recovered;
    }

    public String process() {
        return process;
    }

    public long id() {
        return id;
    }

    public String lock() {
        return lock;
    }

    public long token() {
        return token;
    }

    public boolean isFenced() {
        return fenced;
    }

    public long began() {
        return began;
    }

    /** Before its commit was sent; never, if it was not. */
    public long committing() {
        return committing;
    }

    public long ended() {
        return ended;
    }

    public boolean isCommitted() {
        return outcome == Kind.COMMITTED || outcome == Kind.FENCED;
    }

    public boolean isAborted() {
        return outcome == Kind.ABORTED || outcome == Kind.UNFENCED;
    }

    /** Whether its commit was sent, and nobody learnt what became of it. */
    public boolean isOutcomeUnknown() {
        return outcome == Kind.UNKNOWN;
    }

    /** Whether nobody has written down how it ended. */
    public boolean isUnanswered() {
        return outcome == null;
    }

    /** Why it ended, in the words of the worker. */
    public String note() {
        return note;
    }

    @Override
    public String toString() {
        return "transaction " + id + " of " + process + " (token " + token + ")";
    }
}
