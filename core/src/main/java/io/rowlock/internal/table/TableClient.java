package io.rowlock.internal.table;

import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.internal.acquire.DatabaseClock;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.hold.HoldContext;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.SuspensionTicker;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A client of a table that others have designed. Beside the locks of the engine it makes and ends single claims, as the
 * classic systems do: the owner's column names their holders, and nothing renews them.
 */
public final class TableClient implements AutoCloseable {
    private final Client client;
    private final StoreClient storeClient;
    private final TableClaims claims;
    private final Releaser releaser;
    private final HoldContext context;

    private TableClient(Client client, StoreClient storeClient, TableClaims claims) {
        this.client = client;
        this.storeClient = storeClient;
        this.claims = claims;
        context = client.context();
        releaser = context.releaser();
    }

    /**
     * Starts a client.
     *
     * @param stores makes stores of the table
     * @param settings the client's settings
     * @param databaseMicros the database's time, just now
     * @return the client
     */
    public static TableClient start(Supplier<TableStore> stores, Settings settings, long databaseMicros) {
        Client client = Client.start(stores::get, new NoGuards(), settings, databaseMicros);
        HoldContext context = client.context();
        DatabaseClock clock = new DatabaseClock(context.ticker(), databaseMicros);
        TableClaims claims = new TableClaims(
                context.storeClient(),
                context.executor(),
                context.releaser(),
                context.ticker(),
                context.callTimeout(),
                context::publish,
                settings.owner(),
                clock);
        return new TableClient(client, context.storeClient(), claims);
    }

    /**
     * The same client, whose releases go on although their thread is or becomes interrupted. A release often stands in a {@code
     * finally}, after work that an interrupt has ended.
     *
     * @return the client, to be closed once
     */
    public TableClient uninterruptible() {
        return new TableClient(client, storeClient.uninterruptibly(), claims);
    }

    /**
     * Begins work as if the thread had not been interrupted, and restores the flag afterwards; the work itself decides whether it
     * heeds an interrupt that comes meanwhile.
     *
     * @param work the work
     * @param <T> its result
     * @return its result
     */
    public static <T> T uninterrupted(Supplier<T> work) {
        return Uninterruptibly.get(work);
    }

    /**
     * The locks of the engine, renewed and watched. Users must not see features that their table cannot carry.
     *
     * @return the client that hands them out
     */
    public Rowlock locks() {
        return client;
    }

    /**
     * Claims a lock once. After an unknown outcome the same claim is sent again, until it is answered or the call timeout
     * is over. A grant that may have been made although the result is another is left as it is, because the same owner may
     * be granted the lock by a later claim.
     *
     * @param key the lock
     * @param owner the value for the owner's column
     * @param lease for how long
     * @return the result
     * @throws LockStoreException if the database could not be asked, or its answer came when the lease was over
     */
    public AcquireResult claim(LockKey key, String owner, Duration lease) {
        return claims.claim(key, owner, lease);
    }

    /**
     * Claims a lock once, with a request id that no other claim has. A grant that may have been made although the result is
     * another, or may yet be made, is given back in the background.
     *
     * @param key the lock
     * @param requestId ends the value in the owner's column
     * @param lease for how long
     * @return the result
     * @throws LockStoreException if the database could not be asked, or its answer came when the lease was over
     */
    public AcquireResult claimWithNewId(LockKey key, String requestId, Duration lease) {
        return claims.claimWithNewId(key, requestId, lease);
    }

    /**
     * The holder of a lock that is busy.
     *
     * @param busy the result of a claim
     * @return the holder, if its row was found
     */
    public static Optional<LockStatus> holder(AcquireResult.Busy busy) {
        return busy.row().map(row -> row.status(busy.now(), 0));
    }

    /**
     * Releases a grant.
     *
     * @param grant the grant
     * @return false if it did not stand
     * @throws LockStoreException if the database could not be asked
     */
    public boolean release(Grant grant) {
        Supplier<GrantOutcome> call = () -> storeClient.callForGrant(
                "release lock '" + grant.key() + "'",
                store -> store.release(List.of(grant)).get(0),
                GrantOutcome::resent);
        return publishingFailures("release", List.of(grant.key()), () -> releaser.watching(grant, call))
                == GrantOutcome.DONE;
    }

    /**
     * The releases of grants whose owners chose their names.
     *
     * @return these releases
     */
    public SnapshotReleases snapshotReleases() {
        return new SnapshotReleases(storeClient, context);
    }

    /**
     * Moves the expiry of a grant that stands further ahead, by one request that is not repeated.
     *
     * @param grant the grant
     * @param by how far
     * @return false if it does not stand
     * @throws LockStoreException if the database could not be asked
     */
    public boolean prolong(Grant grant, Duration by) {
        return publishingFailures(
                "extend",
                List.of(grant.key()),
                () -> storeClient.callOnce(
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
         * Whether the lock is held.
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
     * @param key the lock
     * @return the row, if there is one
     * @throws LockStoreException if the database could not be asked
     */
    public Optional<Found> find(LockKey key) {
        return found(
                publishingFailures("find", List.of(key), () -> call("look at lock '" + key + "'", s -> s.find(key))));
    }

    /**
     * The row that a request holds, or held last.
     *
     * @param requestId the request
     * @return the row, if there is one
     * @throws LockStoreException if the database could not be asked
     */
    public Optional<Found> findByRequest(String requestId) {
        return found(publishingFailures(
                "find", List.of(), () -> call("look for a lock", store -> store.findByRequest(requestId))));
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
     * @param key the lock that is waited for
     * @param pause how long
     */
    public static void pause(LockKey key, Duration pause) {
        StoreClient.sleep(SuspensionTicker.SYSTEM, "acquire lock '" + key + "'", pause.toNanos());
    }

    private <T> T call(String operation, Function<TableStore, T> action) {
        return storeClient.call(operation, store -> action.apply((TableStore) store));
    }

    private <T> T publishingFailures(String operation, List<LockKey> keys, Supplier<T> call) {
        return publishingFailures(context::publish, operation, keys, call);
    }

    static <T> T publishingFailures(
            Consumer<Supplier<LockEvent>> events, String operation, List<LockKey> keys, Supplier<T> call) {
        try {
            return call.get();
        } catch (LockStoreException failure) {
            events.accept(() -> LockEvent.storeFailed(operation, keys, failure));
            throw failure;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
