package io.rowlock.memory;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request of a client about one lock, as the database saw it. An acquisition that has to wait makes many requests, until
 * one is granted. Heartbeats are not listed, because they are about no particular lock. Immutable.
 */
public final class MemoryRequest {

    /** The kinds of requests. */
    public enum Kind {
        /** To be granted the lock. */
        ACQUIRE,
        /** To be granted the lock in the place of a holder of the same client, without it being free in between. */
        HAND_OFF,
        /** To be honoured for another lease. */
        RENEW,
        /** To be honoured for a lease of another length. */
        EXTEND,
        /** To give the lock back. */
        RELEASE,
        /** To be told whether the grant stands. */
        CHECK
    }

    /** The outcomes of requests. */
    public enum Outcome {
        /** The lock was granted. */
        GRANTED,
        /** Someone else has the lock. */
        BUSY,
        /** It was done; for a check, the grant stands. */
        DONE,
        /** The grant no longer stands. */
        LOST,
        /** It failed, as the test had it. */
        FAILED
    }

    private final Kind kind;
    private final String lock;
    private final String node;
    private final Outcome outcome;
    private final Instant at;

    MemoryRequest(Kind kind, String lock, String node, Outcome outcome, Instant at) {
        this.kind = kind;
        this.lock = lock;
        this.node = node;
        this.outcome = outcome;
        this.at = at;
    }

    /**
     * The kind of the request.
     *
     * @return the kind of request
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Which lock it was about.
     *
     * @return the lock's name
     */
    public String lock() {
        return lock;
    }

    /**
     * Which node asked.
     *
     * @return the node's name
     */
    public String node() {
        return node;
    }

    /**
     * The outcome of the request.
     *
     * @return the outcome
     */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * When it was made.
     *
     * @return the time of the database's clock
     */
    public Instant at() {
        return at;
    }

    /**
     * Whether it is of a kind and has an outcome.
     *
     * @param wanted the kind
     * @param expected the outcome
     * @return true if both are so
     */
    public boolean is(Kind wanted, Outcome expected) {
        return kind == wanted && outcome == expected;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MemoryRequest request
                && kind == request.kind
                && lock.equals(request.lock)
                && node.equals(request.node)
                && outcome == request.outcome
                && at.equals(request.at);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, lock, node, outcome, at);
    }

    /** For example {@code ACQUIRE report by node-1: GRANTED}. */
    @Override
    public String toString() {
        return kind + " " + lock + " by " + node + ": " + outcome;
    }
}
