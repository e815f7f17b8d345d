package io.rowlock.classic;

import io.rowlock.LockException;
import io.rowlock.LockKey;
import io.rowlock.LockListener;
import io.rowlock.internal.jdbc.foreign.LazyTableClient;
import io.rowlock.internal.jdbc.foreign.TableClientOptions;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.table.GrantSnapshot;
import io.rowlock.internal.table.SnapshotReleases;
import io.rowlock.internal.table.TableClient.Found;
import io.rowlock.internal.time.Micros;
import io.rowlock.table.LockOwners;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableLocks;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock on the table {@code dist_lock} (name, owner, expiry): one owner at a time has a name, until an expiry.
 *
 * <p>It takes part in the table beside nodes that run the original code. The database's clock decides; a release leaves a
 * row that an original can take over. An owner names one contender (see {@link LockOwners}); the same owner may lock
 * again, and extends its time by it. Nothing is renewed by itself, and nobody is told of a loss: for that use
 * {@link TableLocks}, on the same table.
 *
 * <p>Making one touches no database. Thread-safe. Every call runs in a transaction of its own, never in the caller's.
 * Closing it ends its threads; one that is forgotten is closed when it is garbage.
 */
public final class DistLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DistLock.class);

    private final TableClientOptions settings;
    private final LazyTableClient client;

    /**
     * A lock on the table {@code dist_lock}.
     *
     * @param dataSource where connections come from
     */
    public DistLock(DataSource dataSource) {
        this(dataSource, LockTable.distLock());
    }

    /**
     * A lock on a table of that kind.
     *
     * @param dataSource where connections come from
     * @param table {@link LockTable#distLock()}, renamed or in another zone
     */
    public DistLock(DataSource dataSource, LockTable table) {
        this(TableClientOptions.of(dataSource, table));
    }

    private DistLock(TableClientOptions settings) {
        this.settings = settings;
        client = LazyTableClient.reclaiming(this, settings);
    }

    /**
     * A copy that tells a listener of what happens, failures of the database included. Close each by itself.
     *
     * @param listener what to tell
     * @return the copy
     */
    public DistLock telling(LockListener listener) {
        return new DistLock(settings.telling(listener));
    }

    /**
     * Takes the lock if nobody has it, or its owner's time is over; extends it, from now, if this owner has it.
     *
     * @param name which lock, at most 100 characters
     * @param owner who asks
     * @param duration for how long; what the column cannot keep is rounded up
     * @return whether this owner has the lock now. Any failure is a no, because the owner may not have it; its cause is logged and
     *     told to listeners. After a failure or an interrupt the lock may be this owner's all the same, or become so within
     *     seconds; {@link #releaseLock} by the same owner ends that, and its expiry does
     * @throws IllegalArgumentException if the table cannot hold the name or the owner
     */
    public boolean tryLock(String name, String owner, Duration duration) {
        LockKey key = settings.key(name);
        LockOwners.ofInstance(owner);
        requirePositive(duration);
        try {
            return client.use(this, using -> using.claim(key, owner, duration)) instanceof AcquireResult.Granted;
        } catch (LockException failure) {
            LOG.warn("lock '{}' is not owned by '{}', because the database could not be asked", key, owner, failure);
            return false;
        }
    }

    private static void requirePositive(Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException("duration " + duration + " is not positive; nobody could use that lock");
        }
    }

    /**
     * Releases the lock, though the thread is interrupted.
     *
     * @param name which lock
     * @param owner who has it
     * @throws IllegalStateException if that owner does not have it, or its time is over, or this is closed
     * @throws io.rowlock.LockStoreException if the database could not be asked
     */
    public void unlock(String name, String owner) {
        LockKey key = settings.key(name);
        client.release(this, using -> {
            SnapshotReleases releases = using.snapshotReleases();
            GrantSnapshot snapshot = releases.read(grant(key, owner)).orElseThrow(DistLock::noOwner);
            if (!snapshot.isAlive()) {
                throw new IllegalStateException("lock is expired");
            }
            if (!releases.release(snapshot)) {
                throw noOwner();
            }
            return true;
        });
    }

    private static IllegalStateException noOwner() {
        return new IllegalStateException("no lock owner");
    }

    /**
     * Releases the lock if that owner still has it; quiet otherwise, so that it can stand in a {@code finally}. An interrupted
     * thread releases all the same, and stays interrupted. If the database cannot be asked, or this is closed, that is logged,
     * and the lock ends at its expiry.
     *
     * @param name which lock
     * @param owner who may have it
     */
    public void releaseLock(String name, String owner) {
        LockKey key = settings.key(name);
        Objects.requireNonNull(owner, "owner");
        try {
            client.release(this, using -> {
                SnapshotReleases releases = using.snapshotReleases();
                return releases.read(grant(key, owner))
                        .filter(releases::release)
                        .isPresent();
            });
        } catch (LockException | IllegalStateException failure) {
            LOG.warn("lock '{}' of '{}' could not be released and ends at its expiry", key, owner, failure);
        }
    }

    /**
     * The present or last owner of a lock, and the end of its ownership.
     *
     * @param name which lock
     * @return its owner and expiry, in this JVM's zone whatever the table's is; empty when nobody ever had it, or its row has no owner
     * @throws io.rowlock.LockStoreException if the database could not be asked
     */
    public Optional<LockOwner> lockOwner(String name) {
        LockKey key = settings.key(name);
        return client.use(this, using -> using.find(key))
                .map(Found::row)
                .filter(row -> row.requestId() != null)
                .map(row -> new LockOwner(
                        row.owner(),
                        LocalDateTime.ofInstant(Micros.toInstant(row.times().expires()), ZoneId.systemDefault())));
    }

    private static Grant grant(LockKey key, String owner) {
        return new Grant(key, Grant.UNKNOWN_TOKEN, owner);
    }

    /** Ends the threads. Locks stay as they are. */
    @Override
    public void close() {
        client.close();
    }
}
