package io.rowlock.bench.batch;

import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A row to be taken or to be freed, and the thread that waits for the answer. */
final class Request {

    /** The answer to one that changed nothing. */
    static final long NONE = 0;

    private final String name;
    private final @Nullable String owner;
    private final long token;
    private final Thread caller = Thread.currentThread();
    private long answer = NONE;
    private @Nullable SQLException failure;

    /** Written last, so that a thread that sees it sees the answer. */
    private volatile boolean done;

    private Request(String name, @Nullable String owner, long token) {
        this.name = name;
        this.owner = owner;
        this.token = token;
    }

    static Request take(String name, String owner) {
        return new Request(name, owner, NONE);
    }

    static Request free(String name, long token) {
        return new Request(name, null, token);
    }

    String name() {
        return name;
    }

    /** The future owner; none of one that frees. */
    @Nullable
    String owner() {
        return owner;
    }

    /** The token of the row that is freed. */
    long token() {
        return token;
    }

    /** Takes note of the row's token. */
    void answer(long rowToken) {
        answer = rowToken;
    }

    /** Wakes the caller. */
    void complete(@Nullable SQLException why) {
        failure = why;
        done = true;
        LockSupport.unpark(caller);
    }

    /** Waits for the answer: the row's token, or {@link #NONE}. */
    long await() throws SQLException {
        while (!done) {
            LockSupport.park(this);
        }
        if (failure != null) {
            throw failure;
        }
        return answer;
    }
}
