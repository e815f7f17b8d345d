package io.rowlock.internal.table;

import io.rowlock.LockEvent;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockKey;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.internal.acquire.DatabaseClock;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.hold.HoldContext;
import io.rowlock.internal.release.LateClaim;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.SuspensionTicker;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A client of a table that others have designed. Beside the locks of the engine it grants and ends single claims, whose
 * holders are known by what stands in the owner's column, and whose time is the caller's own business: what the classic
 * systems do.
 */
public final class TableClient implements AutoCloseable {
    private final Client client;
    private final StoreExecutor executor;
    private final Releaser releaser;
    private final Events events;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final String owner;
    private final DatabaseClock clock;
    private final StoreClient asker;

    private TableClient(Client client, String owner, DatabaseClock clock, StoreClient asker) {
        this.client = client;
        HoldContext context = client.context();
        executor = context.executor();
        releaser = context.releaser();
        events = context.events();
        ticker = context.ticker();
        callTimeout = context.callTimeout();
        this.owner = owner;
        this.clock = clock;
        this.asker = asker;
    }

    /**
     * Starts a client.
     *
     * @param stores makes ways to the table
     * @param settings what the client is told
     * @param databaseMicros the database's time, just now
     * @return the client
     */
    public static TableClient start(Supplier<TableStore> stores, Settings settings, long databaseMicros) {
        Client client = Client.start(stores::get, new NoGuards(), settings, databaseMicros);
        HoldContext context = client.context();
        DatabaseClock clock = new DatabaseClock(context.ticker(), databaseMicros);
        return new TableClient(client, settings.owner(), clock, context.storeClient());
    }

    /**
     * The same client, whose calls go on though their thread is or becomes interrupted: for releases, which often stand in a
     * {@code finally}, after work that an interrupt has ended.
     *
     * @return the client, to be closed once
     */
    public TableClient steadfast() {
        return new TableClient(client, owner, clock, asker.uninterruptibly());
    }

    /**
     * Begins work as if the thread had not been interrupted, and gives the flag back afterwards; an interrupt that comes
     * meanwhile is the work's to heed or not.
     *
     * @param work what to do
     * @param <T> what it returns
     * @return what it returned
     */
    public static <T> T uninterrupted(Supplier<T> work) {
        return Uninterruptibly.get(work);
    }

    /**
     * The locks of the engine, renewed and watched. What their table cannot carry is not to be shown to users.
     *
     * @return the client that hands them out
     */
    public Rowlock locks() {
        return client;
    }

    /** What came of a claim. */
    public sealed interface Answer {

        /**
         * It was granted.
         *
         * @param grant the grant
         */
        record Granted(Grant grant) implements Answer {}

        /**
         * The lock is taken.
         *
         * @param holder what is known of who has it
         */
        record Busy(Optional<LockStatus> holder) implements Answer {}
    }

    /**
     * Claims a lock once. After an unknown outcome the same claim is sent again, until it is answered or the call timeout
     * is over. What may have been granted though the answer is another is left as it is, for the same owner may be granted the
     * lock by a later claim.
     *
     * @param key which lock
     * @param owner what stands in the owner's column
     * @param lease for how long
     * @return the answer
     * @throws LockStoreException if the database could not be asked, or its answer came when the lease was over
     */
    public Answer claim(LockKey key, String owner, Duration lease) {
        return new Claiming(key, owner, lease).untilAnswered();
    }

    /**
     * Claims a lock once, with a request id that is unlike every other. What may have been granted though the answer is another,
     * or may yet be, is given back in the background.
     *
     * @param key which lock
     * @param requestId what ends in the owner's column
     * @param lease for how long
     * @return the answer
     * @throws LockStoreException if the database could not be asked, or its answer came when the lease was over
     */
    public Answer claimAnew(LockKey key, String requestId, Duration lease) {
        Claiming claiming = new Claiming(key, requestId, lease);
        boolean granted = false;
        try {
            Answer answer = claiming.untilAnswered();
            granted = answer instanceof Answer.Granted;
            return answer;
        } finally {
            claiming.late().ifPresent(granted ? releaser::granted : releaser::releaseLate);
        }
    }

    /** One request id, sent until it is answered. */
    private final class Claiming {
        private final LockKey key;
        private final String requestId;
        private final Terms terms;
        private final Duration timeout = callTimeout;
        private long madeAt;
        private Claim claim;

        /** Whether a statement was sent of which nobody knows what the database did with it, or may yet do. */
        private boolean inDoubt;

        Claiming(LockKey key, String requestId, Duration lease) {
            this.key = key;
            this.requestId = requestId;
            terms = new Terms(lease, Duration.ZERO);
            claim = claim();
        }

        private Claim claim() {
            madeAt = ticker.nanos();
            long notAfter = clock.in(LateClaim.validity(timeout));
            return new Claim(key, requestId, terms, Duration.ZERO, owner, notAfter);
        }

        /** What may arrive late: to be released, unless the lock was granted, or its holder has given it back. */
        Optional<LateClaim> late() {
            return inDoubt ? Optional.of(LateClaim.of(claim, madeAt, timeout)) : Optional.empty();
        }

        Answer untilAnswered() {
            long start = ticker.nanos();
            while (true) {
                AcquireResult outcome = tellingFailures("acquire", List.of(key), this::send);
                if (outcome instanceof AcquireResult.Granted granted) {
                    Duration took = Duration.ofNanos(ticker.nanos() - start);
                    events.publish(LockEvent.acquired(key, granted.token(), took));
                    clock.refresh(executor, timeout, key);
                    return new Answer.Granted(new Grant(key, granted.token(), requestId));
                }
                Busy refused = (Busy) outcome;
                clock.observe(refused.now());
                if (!refused.isTooLate(claim)) {
                    Optional<LockStatus> holder = refused.row().map(row -> row.status(refused.now(), 0));
                    events.publish(LockEvent.busy(key, holder));
                    return new Answer.Busy(holder);
                }
                claim = claim();
            }
        }

        /** Sends the claim until it is answered; a refused one may still be on its way if an earlier statement got no answer. */
        private AcquireResult send() {
            String what = "acquire lock '" + key + "'";
            Claim sent = claim;
            long sentAt = ticker.nanos();
            AcquireResult outcome;
            try {
                outcome = asker.call(what, store -> store.acquire(List.of(sent)).get(0), this::sentBefore);
            } catch (LockOutcomeUnknownException | LockInterruptedException nobodyKnows) {
                inDoubt = true;
                throw nobodyKnows;
            }
            Duration lease = terms.lease();
            if (outcome instanceof AcquireResult.Granted && ticker.nanos() - sentAt >= lease.toNanos()) {
                inDoubt = true;
                throw new LockOutcomeUnknownException(
                        "could not " + what + ": it was granted, but the answer took longer than the "
                                + lease.toMillis() + " ms that it was asked for, so it may be another's by now",
                        null);
            }
            return outcome;
        }

        private AcquireResult sentBefore(AcquireResult told) {
            inDoubt = true;
            return told;
        }
    }

    /**
     * Releases a grant.
     *
     * @param grant which
     * @return false if it did not stand
     * @throws LockStoreException if the database could not be asked
     */
    public boolean release(Grant grant) {
        GrantOutcome outcome = tellingFailures(
                "release",
                List.of(grant.key()),
                () -> asker.callForGrant(
                        "release lock '" + grant.key() + "'",
                        store -> store.release(List.of(grant)).get(0),
                        GrantOutcome::resent));
        releaser.ended(grant);
        return outcome == GrantOutcome.DONE;
    }

    /**
     * Moves the expiry of a grant that stands on from where it is. Asked once.
     *
     * @param grant which
     * @param by how far
     * @return false if it does not stand
     * @throws LockStoreException if the database could not be asked
     */
    public boolean prolong(Grant grant, Duration by) {
        return tellingFailures(
                "extend",
                List.of(grant.key()),
                () -> asker.callOnce(
                                "extend lock '" + grant.key() + "'", store -> ((TableStore) store).prolong(grant, by))
                        == GrantOutcome.DONE);
    }

    /**
     * A row, as it stands, and how long it is still honoured.
     *
     * @param row the row
     * @param left how long until it expires; not positive when it has
     */
    public record Found(LockRow row, Duration left) {

        /**
         * Whether someone has the lock.
         *
         * @return true until it expires or is released
         */
        public boolean isAlive() {
            return row.requestId() != null && !left.isNegative() && !left.isZero();
        }
    }

    /**
     * The row of a lock.
     *
     * @param key which lock
     * @return the row, if there is one
     * @throws LockStoreException if the database could not be asked
     */
    public Optional<Found> find(LockKey key) {
        return found(tellingFailures("find", List.of(key), () -> ask("look at lock '" + key + "'", s -> s.find(key))));
    }

    /**
     * The row that a request holds, or held last.
     *
     * @param requestId which request
     * @return the row, if there is one
     * @throws LockStoreException if the database could not be asked
     */
    public Optional<Found> findByRequest(String requestId) {
        return found(tellingFailures(
                "find", List.of(), () -> ask("look for a lock", store -> store.findByRequest(requestId))));
    }

    private static Optional<Found> found(LockRows rows) {
        return rows.rows().stream()
                .findFirst()
                .map(row -> new Found(row, micros(row.times().expires() - rows.now())));
    }

    private static Duration micros(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    /**
     * Pauses between two attempts of a caller; an interrupt ends it as it ends every other wait.
     *
     * @param key which lock is waited for
     * @param pause how long
     */
    public static void pause(LockKey key, Duration pause) {
        StoreClient.sleep(SuspensionTicker.SYSTEM, "acquire lock '" + key + "'", pause.toNanos());
    }

    private <T> T ask(String what, Function<TableStore, T> act) {
        return asker.call(what, store -> act.apply((TableStore) store));
    }

    private <T> T tellingFailures(String operation, List<LockKey> keys, Supplier<T> asking) {
        try {
            return asking.get();
        } catch (LockStoreException failure) {
            events.publish(LockEvent.storeFailed(operation, keys, failure));
            throw failure;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
