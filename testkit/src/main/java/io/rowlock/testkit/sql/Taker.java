package io.rowlock.testkit.sql;

import io.rowlock.LockKey;
import io.rowlock.LockTicket;
import io.rowlock.TableName;
import io.rowlock.internal.jdbc.JdbcStores;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/**
 * Takes a lock away, as the next claimant does who finds that its lease is over, or as an operator does. It asks the store,
 * with the statements that clients send, but each once: a client would ask again while the row is locked, and most of its
 * asking would not race with anything. Its own grants are over at once, so that nothing but a guard keeps the next away.
 */
public final class Taker implements AutoCloseable {

    private static final Terms OVER_AT_ONCE = new Terms(Duration.ofNanos(1_000), Duration.ZERO);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LONGEST_RUN = Micros.of(Duration.ofDays(1));

    private final LockStore store;
    private final LockKey key;
    private final long notAfter;

    public Taker(DataSource source, String table, String name) {
        store = JdbcStores.open(source, TableName.of(table), true, PATIENCE).get();
        key = LockKey.of(name);
        notAfter = store.find(key).now() + LONGEST_RUN;
    }

    /** Takes the lock from the holder of this ticket, unless the row is locked; at random, revokes the grant before. */
    public Optional<LockTicket> takeFrom(LockTicket current) {
        try {
            if (ThreadLocalRandom.current().nextBoolean()) {
                store.revoke(key, current.token(), true);
            }
            return take();
        } catch (StoreException passing) {
            if (passing.kind() == StoreException.Kind.TRANSIENT) {
                return Optional.empty();
            }
            throw passing;
        }
    }

    public Optional<LockTicket> take() {
        String request = UUID.randomUUID().toString().replace("-", "");
        Claim claim = new Claim(key, request, OVER_AT_ONCE, Duration.ZERO, "taker", notAfter);
        return store.acquire(List.of(claim)).get(0) instanceof Granted granted
                ? Optional.of(LockTicket.of(key, granted.token(), request))
                : Optional.empty();
    }

    /** Takes a lock that is free. */
    public Grant grant() {
        LockTicket taken = take().orElseThrow();
        return new Grant(key, taken.token(), taken.requestId());
    }

    /** Sends these releases together. */
    public List<GrantOutcome> release(List<Grant> grants) {
        return store.release(grants);
    }

    @Override
    public void close() {
        store.close();
    }
}
