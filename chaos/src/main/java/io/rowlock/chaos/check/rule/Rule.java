package io.rowlock.chaos.check.rule;

/** The rules that a run must keep, each with an explanation for someone who sees it broken for the first time. */
public enum Rule {
    OVERLAPPING_GRANTS(
            "no two overlapping grants",
            "S1",
            "The database gave the same lock to two holders at once: the second was granted while the first had neither"
                    + " released it nor let its lease and grace run out."),
    OVERLAPPING_BELIEFS(
            "no two overlapping beliefs",
            "S2",
            "Two processes believed at the same moment that the lock was theirs. The data under the lock was unprotected."),
    BEHIND_THE_BACK(
            "no grant ends behind its holder's back",
            "S2",
            "The holder believed in its grant and had not released it, but the database had the lock free, or under another"
                    + " grant: the next to ask would get it, or had got it. Or the library was about to release such a grant, and"
                    + " its last check alone has prevented it."),
    TOKENS_INCREASE(
            "tokens strictly increase",
            "S3",
            "A later grant got a token that is not larger than an earlier one's, so that data which is fenced by tokens could be"
                    + " overwritten by an old holder."),
    FOREIGN_RELEASE(
            "nobody else ends a hold",
            "S6",
            "A holder was told that its lock is gone while its lease was still running, though only the holder itself may end it"
                    + " before: someone released a lock that was not theirs, or the answer was false."),
    STALE_COMMIT(
            "no guarded commit after a later grant",
            "S5",
            "A transaction that was guarded by the lock was committed after the lock had been granted to someone else: two holders"
                    + " wrote."),
    STALE_FENCED_WRITE(
            "no fenced write by an older token",
            "S4",
            "A fenced write with an older token was committed after one with a newer token: an old holder overwrote what a newer one"
                    + " had written."),
    LATE_NOTICE(
            "onLost before the next grant",
            "L3",
            "The lock was granted to someone else before its old holder, which was running, was told that it has lost it."),
    ORPHAN(
            "every orphan gone in time",
            "L1",
            "Nobody had the lock any more, and someone was waiting for it, but it was not granted in time: a dead holder's lock was"
                    + " not let go."),
    LEAK(
            "nothing leaked",
            "L7",
            "Everything was closed, and yet something is left: a lock, a connection, or a thread."),
    FALSE_ANSWER(
            "a commit is what was said of it",
            "S8",
            "A transaction of which the worker was told that it was committed is not in the database, or one that surely failed is."),
    FALSE_RELEASE(
            "a release tells whether the lock was held",
            "S8",
            "A release said that the lock was held until then, but somebody else had been granted it before; or it said that the hold"
                    + " was over, though its holder believed in it, rightly."),
    NOT_KEPT(
            "a kept lock is nobody's",
            "S1",
            "A release confirmed that the lock stays taken for a while, but somebody was granted it before that time was over."),
    NOT_FINAL("lost and released are final", "S7", "A hold that had ended was seen held once more."),
    UNKNOWN_GRANT(
            "no grant that nobody was told of",
            "S8",
            "The database kept the lock for a process that was told it had not got it, or that had not asked: nobody would ever"
                    + " release it."),
    LOST_INTERRUPT(
            "no interrupt is lost",
            "L6",
            "A thread that was interrupted while it waited was neither told so nor marked as interrupted afterwards."),
    OVERDUE(
            "every call ends in time",
            "L6",
            "A request for the lock ended long after the time that its user was willing to wait, and the call timeout, were over;"
                    + " or it never did.");

    private final String title;
    private final String promise;
    private final String explanation;

    Rule(String title, String promise, String explanation) {
        this.title = title;
        this.promise = promise;
        this.explanation = explanation;
    }

    public String title() {
        return title;
    }

    /** Which promise it belongs to. */
    public String promise() {
        return promise;
    }

    /** The meaning of a violation. */
    public String explanation() {
        return explanation;
    }

    @Override
    public String toString() {
        return title;
    }
}
