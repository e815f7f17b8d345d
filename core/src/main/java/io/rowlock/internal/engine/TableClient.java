package io.rowlock.internal.engine;

import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.spi.Claim;
import io.rowlock.spi.ClaimOutcome;
import io.rowlock.spi.ClaimOutcome.Refused;
import io.rowlock.spi.Grant;
import io.rowlock.spi.GrantOutcome;
import io.rowlock.spi.LockRow;
import io.rowlock.spi.LockRows;
import io.rowlock.spi.TableStore;
import io.rowlock.spi.Terms;
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
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final Client client;
    private final Engine engine;
    private final DatabaseClock clock;

    private TableClient(Client client, long databaseMicros) {
        this.client = client;
        engine = client.engine();
        clock = new DatabaseClock(engine.ticker(), databaseMicros);
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
        return new TableClient(Client.start(stores::get, new NoGuards(), settings, databaseMicros), databaseMicros);
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
     * is over.
     *
     * @param key which lock
     * @param requestId what stands, or ends, in the owner's column
     * @param lease for how long
     * @return the answer
     * @throws LockStoreException if the database could not be asked
     */
    public Answer claim(LockKey key, String requestId, Duration lease) {
        String what = "acquire lock '" + key + "'";
        long start = engine.ticker().nanos();
        Terms terms = new Terms(lease, Duration.ZERO);
        Duration timeout = engine.settings().callTimeout();
        while (true) {
            Claim claim = new Claim(
                    key, requestId, terms, Duration.ZERO, engine.settings().owner(), clock.in(timeout.plus(SLACK)));
            ClaimOutcome outcome = tellingFailures(
                    "acquire",
                    List.of(key),
                    () -> ask(what, store -> store.acquire(List.of(claim)).get(0)));
            if (outcome instanceof ClaimOutcome.Granted granted) {
                Duration took = Duration.ofNanos(engine.ticker().nanos() - start);
                engine.events().tell(new LockEvent.Acquired(key, granted.token(), took));
                return new Answer.Granted(new Grant(key, granted.token(), requestId));
            }
            Refused refused = (Refused) outcome;
            clock.observe(refused.now());
            if (!refused.isTooLate(claim)) {
                Optional<LockStatus> holder = refused.row().map(row -> row.status(refused.now(), 0));
                engine.events().tell(new LockEvent.Busy(key, holder));
                return new Answer.Busy(holder);
            }
        }
    }

    /**
     * Gives back what a claim whose outcome nobody knows may have been granted, in the background.
     *
     * @param key which lock
     * @param requestId which claim; unlike that of every other
     * @param lease how long it was for
     */
    public void giveBack(LockKey key, String requestId, Duration lease) {
        Duration onItsWay = engine.settings().callTimeout().plus(SLACK).plus(SLACK);
        engine.releaser().releaseFeared(new Grant(key, Grant.UNKNOWN_TOKEN, requestId), lease, onItsWay);
    }

    /**
     * Releases a grant.
     *
     * @param grant which
     * @return false if it did not stand
     * @throws LockStoreException if the database could not be asked
     */
    public boolean release(Grant grant) {
        return tellingFailures(
                "release",
                List.of(grant.key()),
                () -> engine.asker()
                                .askGrant(
                                        "release lock '" + grant.key() + "'",
                                        store -> store.release(List.of(grant)).get(0),
                                        GrantOutcome::resent)
                        == GrantOutcome.DONE);
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
                () -> engine.asker()
                                .askOnce(
                                        "extend lock '" + grant.key() + "'",
                                        store -> ((TableStore) store).prolong(grant, by))
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
    public void pause(LockKey key, Duration pause) {
        Asker.sleep("acquire lock '" + key + "'", pause.toNanos());
    }

    private <T> T ask(String what, Function<TableStore, T> act) {
        return engine.asker().ask(what, store -> act.apply((TableStore) store));
    }

    private <T> T tellingFailures(String operation, List<LockKey> keys, Supplier<T> asking) {
        try {
            return asking.get();
        } catch (LockStoreException failure) {
            engine.events().tell(new LockEvent.StoreFailed(operation, keys, failure));
            throw failure;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
