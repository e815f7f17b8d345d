package io.rowlock.internal.store;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Access to the lock table, used by one thread at a time, over at most one connection.
 *
 * <p>The requests of a call are answered one by one, in their order. Every method belongs to the thread that uses
 * the store, unless it says otherwise. A method that fails throws {@link StoreException}, which says whether anything can have
 * been changed; afterwards the store can be used again, and gets itself a fresh connection if it must.
 */
public interface LockStore extends AutoCloseable {

    /** How long a store keeps its connection without a call, unless it says otherwise. */
    Duration DEFAULT_IDLE_TIMEOUT = Duration.ofMillis(100);

    /**
     * Gets a connection, so that the next call is executed at once. Blocks as long as the data source does.
     *
     * @throws StoreException of kind {@code UNREACHABLE} if it cannot be had
     */
    void connect();

    /** How much of its pool is lent; empty if that is not known. Any thread may ask; it takes no connection. */
    default Optional<PoolUse> poolUse() {
        return Optional.empty();
    }

    /** How many connections a pool has lent, and how many it may lend. */
    record PoolUse(int lent, int most) {
        public static final String REMEDY_IF_EXHAUSTED =
                "if transactions of the application have all connections of the pool, acquire the lock before the transaction"
                        + " begins, or give Rowlock a pool of its own";
        private static final String REMEDY_OTHERWISE = "make sure that the database runs and accepts connections";

        /** What helps if there is no connection to give: both if the pool tells no numbers. */
        public static String remedy(Optional<PoolUse> use) {
            return use.map(known -> known.isExhausted() ? REMEDY_IF_EXHAUSTED : REMEDY_OTHERWISE)
                    .orElse(REMEDY_OTHERWISE + "; " + REMEDY_IF_EXHAUSTED);
        }

        public boolean isExhausted() {
            return lent >= most;
        }
    }

    /**
     * How long after the last call it may keep its connection, before its worker calls {@link #releaseConnection}; zero to release it
     * at once. Short, so that others can have it; but long enough that calls which follow one another need not get it again.
     */
    default Duration idleTimeout() {
        return DEFAULT_IDLE_TIMEOUT;
    }

    /**
     * Whether to keep its connection beyond the idle timeout, for a second at a stretch: the next call will come soon, because someone
     * waits for a lock, and others have no need of the connection. Any thread may ask.
     */
    default boolean keepsConnection() {
        return false;
    }

    /**
     * Whether, while it is connected, the thread of a caller may use it in place of the store's own: an interrupt does it no
     * harm, an answer is waited for no longer than the {@linkplain #callTimeout call timeout}, and {@link #abort()} ends that wait.
     */
    default boolean servesCallers() {
        return false;
    }

    /** Sets how long the database may take to answer each of the calls that follow. */
    void callTimeout(Duration timeout);

    /**
     * Grants each claim whose lock is free.
     *
     * @param claims the claims, at most one for a lock
     * @return an answer for each
     */
    List<AcquireResult> acquire(List<Claim> claims);

    /**
     * Renews each grant that still stands, and whose lease still runs, for its lease from now.
     *
     * @param grants which, at most one for a lock
     * @return an answer for each
     */
    List<GrantOutcome> renew(List<Grant> grants);

    /**
     * Renews a grant that still stands on other terms, from now. Neither its expiry nor its lease nor its grace becomes shorter.
     *
     * @param grant which
     * @param terms for how long at least
     * @return the answer
     */
    GrantOutcome extend(Grant grant, Terms terms);

    /**
     * Renews a grant that still stands, and whose lease still runs, so that it expires no sooner than after this time. Neither
     * its terms nor its session change. It is not called on a table of others.
     *
     * @param grant which
     * @param atLeast how long it is honoured at least, from now
     * @return the answer
     */
    default GrantOutcome renew(Grant grant, Duration atLeast) {
        return GrantOutcome.NOT_OWNER;
    }

    /**
     * Releases each grant that still stands; its request id is proof enough. A release whose first sending was executed
     * is answered as done. Of several grants with known tokens, one that does not stand any more may be answered as done too; the
     * answer for a single grant, or for one whose token is unknown, is exact. A crash of the database before the next grant of
     * the lock may undo a release; the grant then ends with its lease.
     *
     * @param grants which, at most one for a lock
     * @return an answer for each
     */
    List<GrantOutcome> release(List<Grant> grants);

    /** Releases a grant, as {@link #release} does, so that no crash of the database undoes it once it is answered. */
    default GrantOutcome releaseDurably(Grant grant) {
        return release(List.of(grant)).get(0);
    }

    /**
     * Hands a grant off: gives it up and grants its lock to a claim in its place, in one act: if the grant stands, its lease runs, and it
     * need not be kept. The lock is not free in between, so nobody is notified. A retry of the same request is granted once.
     *
     * @param from the grant that is given up
     * @param to the claim, of the same lock
     * @return the answer; busy, with the row, from a store that cannot do it
     */
    default AcquireResult handOff(Grant from, Claim to) {
        LockRows found = find(to.key());
        return new AcquireResult.Busy(found.rows().stream().findFirst(), found.now());
    }

    /**
     * The rows that stand for many grants at once, where the store has such.
     *
     * @return the same ones each time; empty where each grant is renewed by itself
     */
    default Optional<SessionStore> sessions() {
        return Optional.empty();
    }

    /** {@return whether requests of different kinds can share a commit; if not, a {@link Batch} holds one kind only} */
    default boolean mixesKinds() {
        return false;
    }

    /**
     * Executes a batch of requests, most of them in one commit. If it fails, some may have been executed; each can be
     * retried alone, as after any failure.
     *
     * @param batch the requests; of one kind, unless the store {@linkplain #mixesKinds() mixes} them
     * @return an answer for each
     */
    default Batch.Outcome execute(Batch batch) {
        return new Batch.Outcome(
                batch.claims().isEmpty() ? List.of() : acquire(batch.claims()),
                batch.releases().isEmpty() ? List.of() : release(batch.releases()),
                batch.renewals().isEmpty() ? List.of() : renew(batch.renewals()));
    }

    /**
     * Turns a grant that depends on a connection into one that depends on its lease alone, from now. It is not called on a
     * store of leases. A retry of the same request is answered as done.
     *
     * @param grant which
     * @param requestId the request id that it has from then on
     * @return the answer
     */
    default GrantOutcome unbind(Grant grant, String requestId) {
        return GrantOutcome.NOT_OWNER;
    }

    /** Whether a grant still stands, and its lease runs. */
    boolean check(Grant grant);

    /**
     * The row of one lock.
     *
     * @param key which lock
     * @return the row, if there is one
     */
    LockRows find(LockKey key);

    /**
     * The rows of several locks, read without locking any.
     *
     * @param keys which locks
     * @return those rows that there are
     */
    default LockRows look(List<LockKey> keys) {
        List<LockRows> found = keys.stream().map(this::find).toList();
        return new LockRows(
                found.stream().flatMap(one -> one.rows().stream()).toList(),
                found.stream().mapToLong(LockRows::now).max().orElse(0));
    }

    /**
     * Wakes waiters of other processes, where the store can.
     *
     * @return the same ones each time; empty where waiters only poll
     */
    default Optional<WakeUps> wakeUps() {
        return Optional.empty();
    }

    /**
     * The server's own queue for the locks of this store, where other programs wait in it.
     *
     * @return the same one each time; empty where nobody waits inside the server
     */
    default Optional<ServerQueue> serverQueue() {
        return Optional.empty();
    }

    /** {@return all rows, in the order of their keys} */
    LockRows list();

    /**
     * Takes a grant from its holder.
     *
     * @param key which lock
     * @param token the number of the grant that is meant
     * @param now whether to free the lock at once instead of at its expiry
     * @return what was done
     */
    Revocation revoke(LockKey key, long token, boolean now);

    /**
     * Deletes rows that are free, and whose token and expiry both lie further back than the retention; and sessions that
     * ended so long ago, which are not counted.
     *
     * @param retention how far back
     * @return how many were deleted
     */
    int purge(Duration retention);

    /** {@return the risks to the promises that the connection, the server and the table show} */
    List<Finding> examine();

    /** Gives the connection back, restored, when there is nothing to do. Never throws. */
    void releaseConnection();

    /** Cuts the connection under a call that does not end. Any thread may call it. Never throws. */
    void abort();

    /**
     * Does the same later, and only to the call that is in progress now: a store whose locks end with their connection must
     * not lose those of the next call. Any thread may ask, and run it.
     *
     * @return cuts that call, unless it has ended by then; does nothing if none is in progress now
     */
    default Runnable aborting() {
        return this::abort;
    }

    /**
     * Whether a grant is tied to a connection of this client, so that the end of its lease does not free its lock. Any
     * thread may ask, even after the store was closed.
     *
     * @param grant which
     * @return false if the grant is tied to none, or to one that is gone
     */
    default boolean carries(Grant grant) {
        return false;
    }

    /**
     * Unlocks a grant whose release was given up, after its lease has ended, on the connection that it is tied to. No row is
     * changed. Can be repeated if it fails.
     *
     * @param grant which; nothing is done unless it is {@linkplain #carries carried}
     */
    default void abandon(Grant grant) {}

    /**
     * Closes the store, while its client goes on with other stores; resources that holds of the client still use stay open.
     * Never throws.
     */
    default void retire() {
        close();
    }

    /** Closes the store. Never throws. */
    @Override
    void close();
}
