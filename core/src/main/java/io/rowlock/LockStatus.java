package io.rowlock;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of one lock in the lock table, at the moment it was read. All times are the database's. An immutable value; two
 * are equal if all that they tell is equal. A later version may add accessors.
 */
public final class LockStatus {
    private final LockKey key;
    private final State state;
    private final String owner;
    private final long token;
    private final Instant since;
    private final Instant until;
    private final long renewals;
    private final long grants;
    private final int waiters;
    private final Instant asOf;

    private LockStatus(Builder parts) {
        key = parts.key;
        state = parts.state;
        owner = parts.owner;
        token = parts.token;
        since = parts.since;
        until = parts.until;
        renewals = parts.renewals;
        grants = parts.grants;
        waiters = parts.waiters;
        asOf = parts.asOf;
    }

    /**
     * Begins a status. Rowlock makes its own this way; an application needs it only for tests. A part that is not given is
     * that of a free lock which was never granted.
     *
     * @param key which lock
     * @return its builder
     */
    public static Builder builder(LockKey key) {
        return new Builder(key);
    }

    /** The states of a lock. */
    public enum State {
        /** Nobody has it. */
        FREE,
        /** Someone has it, and the lease is running. */
        HELD,
        /** Its holder has not renewed in time; the grace is running, or the next to ask gets it. */
        EXPIRED,
        /** Released or expired, but kept for the time that its definition asks. */
        KEPT,
        /** An operator has revoked it; free once its expiry and grace have passed. */
        REVOKED
    }

    /**
     * The lock's name.
     *
     * @return the name of its key
     */
    public String name() {
        return key.name();
    }

    /** {@return which lock} */
    public LockKey key() {
        return key;
    }

    /** {@return its state} */
    public State state() {
        return state;
    }

    /** {@return the holder, or the last one, for people to read} */
    public String owner() {
        return owner;
    }

    /** {@return the number of its latest grant} */
    public long token() {
        return token;
    }

    /** {@return when that grant was made} */
    public Instant since() {
        return since;
    }

    /**
     * {@return when its lease ends unless renewed; for a kept lock, until when it is kept; for a free one, when it
     * was freed}
     */
    public Instant until() {
        return until;
    }

    /**
     * {@return how often that grant was renewed, by itself or with the session of its process; grows as long as
     * the process renews it}
     */
    public long renewals() {
        return renewals;
    }

    /** {@return how often the lock was granted since its row was made} */
    public long grants() {
        return grants;
    }

    /**
     * {@return how many are known to wait for it: those of this process, and on PostgreSQL those that other
     * processes have registered, which may be a few seconds old}
     */
    public int waiters() {
        return waiters;
    }

    /** {@return the database's time when this was read} */
    public Instant asOf() {
        return asOf;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockStatus that
                && key.equals(that.key)
                && state == that.state
                && owner.equals(that.owner)
                && token == that.token
                && since.equals(that.since)
                && until.equals(that.until)
                && renewals == that.renewals
                && grants == that.grants
                && waiters == that.waiters
                && asOf.equals(that.asOf);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, state, owner, token, since, until, renewals, grants, waiters, asOf);
    }

    @Override
    public String toString() {
        return "LockStatus[key=" + key + ", state=" + state + ", owner=" + owner + ", token=" + token + ", since="
                + since + ", until=" + until + ", renewals=" + renewals + ", grants=" + grants + ", waiters=" + waiters
                + ", asOf=" + asOf + ']';
    }

    /** The parts of a {@link LockStatus}. Not thread-safe. */
    public static final class Builder {
        private final LockKey key;
        private State state = State.FREE;
        private String owner = "";
        private long token;
        private Instant since = Instant.EPOCH;
        private Instant until = Instant.EPOCH;
        private long renewals;
        private long grants;
        private int waiters;
        private Instant asOf = Instant.EPOCH;

        private Builder(LockKey key) {
            this.key = Objects.requireNonNull(key, "key");
        }

        /**
         * The state of the lock.
         *
         * @param state as {@link LockStatus#state()} tells it
         * @return this builder
         */
        public Builder state(State state) {
            this.state = Objects.requireNonNull(state, "state");
            return this;
        }

        /**
         * The holder.
         *
         * @param owner as {@link LockStatus#owner()} tells it
         * @return this builder
         */
        public Builder owner(String owner) {
            this.owner = Objects.requireNonNull(owner, "owner");
            return this;
        }

        /**
         * The number of the latest grant.
         *
         * @param token as {@link LockStatus#token()} tells it
         * @return this builder
         */
        public Builder token(long token) {
            this.token = token;
            return this;
        }

        /**
         * When that grant was made.
         *
         * @param since as {@link LockStatus#since()} tells it
         * @return this builder
         */
        public Builder since(Instant since) {
            this.since = Objects.requireNonNull(since, "since");
            return this;
        }

        /**
         * When the lease ends.
         *
         * @param until as {@link LockStatus#until()} tells it
         * @return this builder
         */
        public Builder until(Instant until) {
            this.until = Objects.requireNonNull(until, "until");
            return this;
        }

        /**
         * How often the grant was renewed.
         *
         * @param renewals as {@link LockStatus#renewals()} tells it
         * @return this builder
         */
        public Builder renewals(long renewals) {
            this.renewals = renewals;
            return this;
        }

        /**
         * How often the lock was granted.
         *
         * @param grants as {@link LockStatus#grants()} tells it
         * @return this builder
         */
        public Builder grants(long grants) {
            this.grants = grants;
            return this;
        }

        /**
         * How many wait.
         *
         * @param waiters as {@link LockStatus#waiters()} tells it
         * @return this builder
         */
        public Builder waiters(int waiters) {
            this.waiters = waiters;
            return this;
        }

        /**
         * The time of reading.
         *
         * @param asOf as {@link LockStatus#asOf()} tells it
         * @return this builder
         */
        public Builder asOf(Instant asOf) {
            this.asOf = Objects.requireNonNull(asOf, "asOf");
            return this;
        }

        /**
         * The status.
         *
         * @return a value that later changes of this builder leave alone
         */
        public LockStatus build() {
            return new LockStatus(this);
        }
    }
}
