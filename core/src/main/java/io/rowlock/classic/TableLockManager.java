package io.rowlock.classic;

import io.rowlock.LockException;
import io.rowlock.LockKey;
import io.rowlock.LockListener;
import io.rowlock.LockStatus;
import io.rowlock.internal.jdbc.foreign.LazyTableClient;
import io.rowlock.internal.jdbc.foreign.TableClientOptions;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.table.TableClient;
import io.rowlock.internal.table.TableClient.Found;
import io.rowlock.internal.time.Micros;
import io.rowlock.table.LockTable;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The {@link LockManager} on the table {@code locks} (type, id, lockid, expiration_time).
 *
 * <p>It takes part in the table beside nodes that run the original code. The database's clock decides. An expired lock is
 * replaced only if it is still the one that was seen to be expired. An extension adds to the expiry of that moment, so
 * that none is lost. An original node can delete a lock that someone has just taken, because it deletes by type and id alone:
 * {@link #checkLock} and {@link #extendLockExpiration} notice that.
 *
 * <p>Making one touches no database. Thread-safe. Closing it ends its threads and leaves all locks as they are; one that
 * is forgotten is closed when it is garbage.
 */
public final class TableLockManager implements LockManager, AutoCloseable {

    /** How long a lock is valid unless the constructor says otherwise. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    private final TableClientOptions settings;
    private final Duration timeout;
    private final LazyTableClient client;

    /**
     * A manager of the table {@code locks}, whose locks are valid for five minutes.
     *
     * @param dataSource where connections come from
     */
    public TableLockManager(DataSource dataSource) {
        this(dataSource, LockTable.locks(), DEFAULT_TIMEOUT);
    }

    /**
     * A manager of a table of that kind.
     *
     * @param dataSource where connections come from
     * @param table {@link LockTable#locks()}, renamed or in another zone
     * @param lockTimeout how long a lock is valid
     */
    public TableLockManager(DataSource dataSource, LockTable table, Duration lockTimeout) {
        this(TableClientOptions.of(dataSource, table), lockTimeout);
    }

    private TableLockManager(TableClientOptions settings, Duration lockTimeout) {
        if (lockTimeout.isZero() || lockTimeout.isNegative()) {
            throw new IllegalArgumentException("lockTimeout " + lockTimeout + " is not positive");
        }
        this.settings = settings;
        timeout = lockTimeout;
        client = new LazyTableClient(this, settings, Optional.empty());
    }

    /**
     * A copy that tells a listener of what happens. Close each by itself.
     *
     * @param listener what to tell
     * @return the copy
     */
    public TableLockManager telling(LockListener listener) {
        return new TableLockManager(settings.telling(listener), timeout);
    }

    @Override
    public LockId tryLock(String type, String id) {
        LockKey key = settings.key(LockKey.of(type, id).name());
        String lockId = UUID.randomUUID().toString();
        if (client.use(this, using -> using.claimWithNewId(key, lockId, timeout)) instanceof AcquireResult.Busy busy) {
            throw TableClient.holder(busy)
                    .<LockException>map(holder -> alreadyLocked(key, holder))
                    .orElseGet(() -> lostRace(key));
        }
        return new LockId(lockId);
    }

    private static AlreadyLockedException alreadyLocked(LockKey key, LockStatus holder) {
        return new AlreadyLockedException(
                "'" + key + "' is locked until " + holder.until() + "; try again then, or after it was released");
    }

    private static LockingFailException lostRace(LockKey key) {
        return new LockingFailException("'" + key + "' was locked by another at this very moment; try again");
    }

    @Override
    public void checkLock(LockId lockId) {
        requireStanding(lockId);
    }

    @Override
    public void extendLockExpiration(LockId lockId, long inc) {
        Grant grant = grant(requireStanding(lockId), lockId);
        if (!client.use(this, using -> using.prolong(grant, Duration.ofMillis(inc)))) {
            throw gone(lockId);
        }
    }

    @Override
    public void releaseLock(LockId lockId) {
        client.release(this, using -> find(using, lockId).map(found -> using.release(grant(found, lockId))));
    }

    /**
     * The row of a lock that still stands.
     *
     * @param lockId what proves it
     * @return the row; empty if the lock was released, taken away, or is over
     */
    public Optional<LockData> lockData(LockId lockId) {
        return find(lockId).filter(Found::isAlive).map(found -> lockData(found, lockId));
    }

    private static LockData lockData(Found found, LockId lockId) {
        String name = found.row().key().name();
        int colon = name.indexOf(':');
        long expires = Micros.toInstant(found.row().times().expires()).toEpochMilli();
        return new LockData(name.substring(0, colon), name.substring(colon + 1), lockId.getValue(), expires);
    }

    private Found requireStanding(LockId lockId) {
        return find(lockId).filter(Found::isAlive).orElseThrow(() -> gone(lockId));
    }

    private Optional<Found> find(LockId lockId) {
        return client.use(this, using -> find(using, lockId));
    }

    private static Optional<Found> find(TableClient using, LockId lockId) {
        return using.findByRequest(Objects.requireNonNull(lockId, "lockId").getValue());
    }

    private static NoLockException gone(LockId lockId) {
        return new NoLockException(
                "lock " + lockId + " was released or taken away, or its time is over; lock the thing again");
    }

    private static Grant grant(Found found, LockId lockId) {
        return new Grant(found.row().key(), Grant.UNKNOWN_TOKEN, lockId.getValue());
    }

    /** Ends the threads. Locks stay as they are. */
    @Override
    public void close() {
        client.close();
    }
}
