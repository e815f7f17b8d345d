package io.rowlock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a lock behaves. Immutable; the {@code with…} methods return changed copies, so that an enum can carry the
 * definitions of all locks of a system in one place.
 *
 * <p>Defaults: a lease of 30 seconds that is renewed automatically, a wait of one minute, no keep-for, the owner
 * text of the {@link Rowlock} that asks, no local hand-offs, and no longest hold.
 *
 * <p>Two definitions are equal if all their parts are. A later version may add parts, each with a default.
 */
public final class LockDefinition {

    /** The shortest lease. */
    public static final Duration MIN_LEASE = Duration.ofSeconds(1);

    /** The longest lease, and the longest keep-for. */
    public static final Duration MAX_LEASE = Duration.ofHours(24);

    private static final Duration MIN_GRACE = Duration.ofSeconds(1);

    /** The most code points an owner text may have. */
    public static final int MAX_OWNER = 200;

    /** The most local hand-offs in a row: more would be as good as keeping the lock from other processes. */
    public static final int MAX_LOCAL_HAND_OFFS = 1_000;

    /** The lease of a lock whose definition names none. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    /** The wait of a lock whose definition names none. */
    public static final Duration DEFAULT_WAIT = Duration.ofMinutes(1);

    private final LockKey key;
    private final Duration lease;
    private final Duration waitFor;
    private final boolean renewed;
    private final Duration keepFor;
    private final Optional<String> owner;
    private final int localHandOffs;
    private final Optional<Duration> longestHold;

    private LockDefinition(
            LockKey key,
            Duration lease,
            Duration waitFor,
            boolean renewed,
            Duration keepFor,
            Optional<String> owner,
            int localHandOffs,
            Optional<Duration> longestHold) {
        Objects.requireNonNull(key, "key");
        LockBounds bounds = new LockBounds(key);
        bounds.requireLease(lease);
        bounds.requireNotNegative("waitFor", waitFor);
        bounds.requireKeepFor(keepFor);
        bounds.requireLocalHandOffs(localHandOffs);
        longestHold.ifPresent(bounds::requireLongestHold);
        owner.ifPresent(text -> LockText.requireText("owner", text, MAX_OWNER));
        this.key = key;
        this.lease = lease;
        this.waitFor = waitFor;
        this.renewed = renewed;
        this.keepFor = keepFor;
        this.owner = owner;
        this.localHandOffs = localHandOffs;
        this.longestHold = longestHold;
    }

    /**
     * The definition, with all defaults, of the lock of that name.
     *
     * @param name the lock's name
     * @return its definition
     */
    public static LockDefinition of(String name) {
        return of(LockKey.of(name));
    }

    /**
     * The definition, with all defaults, of the lock {@code type:id}.
     *
     * @param type what kind of thing is locked
     * @param id which one
     * @return its definition
     */
    public static LockDefinition of(String type, String id) {
        return of(LockKey.of(type, id));
    }

    /**
     * The same for an id that is a number.
     *
     * @param type what kind of thing is locked
     * @param id which one
     * @return its definition
     */
    public static LockDefinition of(String type, long id) {
        return of(LockKey.of(type, id));
    }

    /**
     * The same for an id that is a UUID.
     *
     * @param type what kind of thing is locked
     * @param id which one
     * @return its definition
     */
    public static LockDefinition of(String type, UUID id) {
        return of(LockKey.of(type, id));
    }

    /**
     * The definition, with all defaults, of the lock with that key.
     *
     * @param key which lock
     * @return its definition
     */
    public static LockDefinition of(LockKey key) {
        return new LockDefinition(
                key, DEFAULT_LEASE, DEFAULT_WAIT, true, Duration.ZERO, Optional.empty(), 0, Optional.empty());
    }

    /**
     * A copy with another lease.
     *
     * @param lease how long the database honours an unrenewed hold
     * @return the changed copy
     * @throws IllegalArgumentException if it lies outside its bounds, saying which they are
     */
    public LockDefinition withLease(Duration lease) {
        return new LockDefinition(key, lease, waitFor, renewed, keepFor, owner, localHandOffs, longestHold);
    }

    /**
     * A copy with another wait.
     *
     * @param wait how long {@link DistributedLock#acquire()} waits
     * @return the changed copy
     * @throws IllegalArgumentException if it lies outside its bounds, saying which they are
     */
    public LockDefinition withWait(Duration wait) {
        return new LockDefinition(key, lease, wait, renewed, keepFor, owner, localHandOffs, longestHold);
    }

    /**
     * A copy with automatic renewal on or off.
     *
     * @param renewed whether holds are renewed until closed
     * @return the changed copy
     */
    public LockDefinition withRenewal(boolean renewed) {
        return new LockDefinition(key, lease, waitFor, renewed, keepFor, owner, localHandOffs, longestHold);
    }

    /**
     * A copy with another keep-for.
     *
     * @param keepFor how long the lock stays taken after it was acquired, even when released sooner
     * @return the changed copy
     * @throws IllegalArgumentException if it lies outside its bounds, saying which they are
     */
    public LockDefinition withKeepFor(Duration keepFor) {
        return new LockDefinition(key, lease, waitFor, renewed, keepFor, owner, localHandOffs, longestHold);
    }

    /**
     * A copy with an owner text of its own.
     *
     * @param owner the owner text, for people to read
     * @return the changed copy
     * @throws IllegalArgumentException if it lies outside its bounds, saying which they are
     */
    public LockDefinition withOwner(String owner) {
        return new LockDefinition(
                key, lease, waitFor, renewed, keepFor, Optional.of(owner), localHandOffs, longestHold);
    }

    /**
     * A copy that may be passed on within a client. When a hold is closed and others wait for the lock through the same
     * client, the next of them gets it at once, with a token of its own: one commit in place of two. After so many hand-offs
     * in a row the lock is released, so that other processes get their turn.
     *
     * @param localHandOffs how many in a row; 0 for none
     * @return the changed copy
     * @throws IllegalArgumentException if it lies outside its bounds, saying which they are
     */
    public LockDefinition withLocalHandOffs(int localHandOffs) {
        return new LockDefinition(key, lease, waitFor, renewed, keepFor, owner, localHandOffs, longestHold);
    }

    /**
     * A copy whose holds last no longer than this, however long their work does: then the hold is lost, {@code onLost} runs, and
     * the lock is given back after the time that takers would wait for a dead holder. A ticket has no longest time.
     *
     * @param longestHold how long at most, at least 1 second
     * @return the changed copy
     * @throws IllegalArgumentException if it lies outside its bounds, saying which they are
     */
    public LockDefinition withLongestHold(Duration longestHold) {
        return new LockDefinition(
                key, lease, waitFor, renewed, keepFor, owner, localHandOffs, Optional.of(longestHold));
    }

    /** {@return which lock this is} */
    public LockKey key() {
        return key;
    }

    /** {@return the name of its key} */
    public String name() {
        return key.name();
    }

    /** {@return how long the database honours a hold that is not renewed; 1 second to 24 hours} */
    public Duration lease() {
        return lease;
    }

    /** {@return how long {@link DistributedLock#acquire()} waits for the lock} */
    public Duration waitFor() {
        return waitFor;
    }

    /** {@return whether holds are renewed automatically until they are closed} */
    public boolean renewed() {
        return renewed;
    }

    /** {@return how long the lock stays taken after it was acquired, even when released sooner} */
    public Duration keepFor() {
        return keepFor;
    }

    /** {@return the holder, for people to read; empty: the client's own owner text} */
    public Optional<String> owner() {
        return owner;
    }

    /**
     * {@return how often in a row the lock may go from a hold that is closed straight to the next who waits for it
     * through the same client, before waiters of other processes get their turn; 0 to 1000}
     */
    public int localHandOffs() {
        return localHandOffs;
    }

    /** {@return how long a hold lasts at most; empty: as long as it is renewed} */
    public Optional<Duration> longestHold() {
        return longestHold;
    }

    /**
     * How long others wait after an unrenewed lease has ended before they take the lock: 3 % of the lease, at least a
     * second. A dead holder's lock is free within lease and grace.
     *
     * @return the grace
     */
    public Duration grace() {
        Duration share = Duration.ofNanos(lease.toNanos() / 100 * 3);
        return share.compareTo(MIN_GRACE) < 0 ? MIN_GRACE : share;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockDefinition that
                && key.equals(that.key)
                && lease.equals(that.lease)
                && waitFor.equals(that.waitFor)
                && renewed == that.renewed
                && keepFor.equals(that.keepFor)
                && owner.equals(that.owner)
                && localHandOffs == that.localHandOffs
                && longestHold.equals(that.longestHold);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, lease, waitFor, renewed, keepFor, owner, localHandOffs, longestHold);
    }

    @Override
    public String toString() {
        return "LockDefinition[key=" + key + ", lease=" + lease + ", waitFor=" + waitFor + ", renewed=" + renewed
                + ", keepFor=" + keepFor + ", owner=" + owner + ", localHandOffs=" + localHandOffs
                + ", longestHold=" + longestHold + ']';
    }
}
