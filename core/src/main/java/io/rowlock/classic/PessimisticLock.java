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
import io.rowlock.table.LockTable;
import io.rowlock.table.TableLocks;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock on the table {@code TBL_PESSIMISTIC_LOCK}: a row for each lock, with a holder, a status and a time-out, on the
 * database's own time.
 *
 * <p>It takes part in the table beside nodes that run the original code. The holder's name comes from configuration, and
 * is made unlike every other for each acquisition, so that no two threads of a node release each other. A broken database
 * and an interrupt are told as what they are, not as a busy lock. Nothing is renewed by itself, and nobody is told of a
 * loss: for that use {@link TableLocks}, on the same table.
 *
 * <p>Making one touches no database. Thread-safe. Every call runs in a transaction of its own, never in the caller's, and
 * none is open while it waits. Closing it ends its threads and leaves all locks as they are; one that is forgotten is
 * closed when it is garbage.
 */
public final class PessimisticLock implements OracleDistributedLockService, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PessimisticLock.class);

    private final TableClientOptions settings;
    private final String holder;
    private final LazyTableClient client;
    private final TakenLocks taken = new TakenLocks();

    /**
     * Locks of the table {@code TBL_PESSIMISTIC_LOCK}.
     *
     * @param dataSource where connections come from
     * @param holder this node's name, from its configuration
     */
    public PessimisticLock(DataSource dataSource, String holder) {
        this(dataSource, holder, LockTable.pessimisticLock());
    }

    /**
     * Locks of a table of that kind.
     *
     * @param dataSource where connections come from
     * @param holder this node's name, from its configuration
     * @param table {@link LockTable#pessimisticLock()}, renamed
     */
    public PessimisticLock(DataSource dataSource, String holder, LockTable table) {
        this(TableClientOptions.of(dataSource, table), holder);
    }

    private PessimisticLock(TableClientOptions settings, String holder) {
        this.settings = settings;
        this.holder = Objects.requireNonNull(holder, "holder");
        client = new LazyTableClient(this, settings, Optional.of(holder));
    }

    /**
     * A copy that tells a listener of what happens, failures of the database included. Close each by itself.
     *
     * @param listener what to tell
     * @return the copy
     */
    public PessimisticLock telling(LockListener listener) {
        return new PessimisticLock(settings.telling(listener), holder);
    }

    @Override
    public void doLock(PessimisticLockDefinition lock) {
        doLock(lock, lock.getOverTime(), lock.getRetryCount(), lock.getRetryInterval());
    }

    @Override
    public void doLock(PessimisticLockDefinition lock, long overTime, int retryCount, long retryInterval) {
        Attempt attempt = attempt(lock, overTime, retryCount, retryInterval);
        if (attempt.grant().isEmpty()) {
            throw new IllegalStateException("lock '" + lock.getLockName() + "' was taken at each of " + (1 + retryCount)
                    + " attempts" + attempt.holder().map(PessimisticLock::by).orElse(""));
        }
        taken.add(attempt.grant().get());
    }

    private static String by(LockStatus status) {
        return "; it is held by '" + status.owner() + "' until " + status.until();
    }

    private record Attempt(Optional<Grant> grant, Optional<LockStatus> holder) {}

    private Attempt attempt(PessimisticLockDefinition lock, long overTime, int retryCount, long retryInterval) {
        LockKey key = settings.key(lock.getLockName());
        Duration lease = positive(Duration.ofMillis(overTime));
        for (int left = retryCount; ; left--) {
            String requestId = UUID.randomUUID().toString().replace("-", "");
            AcquireResult result = client.use(this, using -> using.claimWithNewId(key, requestId, lease));
            if (result instanceof AcquireResult.Granted granted) {
                return new Attempt(Optional.of(new Grant(key, granted.token(), requestId)), Optional.empty());
            }
            if (left <= 0) {
                return new Attempt(Optional.empty(), TableClient.holder((AcquireResult.Busy) result));
            }
            TableClient.pause(key, Duration.ofMillis(retryInterval));
        }
    }

    private static Duration positive(Duration overTime) {
        if (overTime.isZero() || overTime.isNegative()) {
            throw new IllegalArgumentException("overTime " + overTime + " is not positive");
        }
        return overTime;
    }

    /**
     * Ends the hold that this thread took; if it took none, the latest that this client took. One that is over already is
     * left to its present holder, with a warning. An interrupted thread releases all the same, and stays interrupted.
     *
     * @param lock which
     * @throws LockException if the database could not be asked; then it can be tried again
     */
    @Override
    public void unLock(PessimisticLockDefinition lock) {
        taken.remove(settings.key(lock.getLockName()))
                .ifPresentOrElse(
                        this::releaseOrKeep,
                        () -> LOG.warn("lock '{}' was to be released, but was not taken here", lock.getLockName()));
    }

    private void releaseOrKeep(Grant grant) {
        try {
            release(grant);
        } catch (LockException failure) {
            taken.add(grant);
            throw failure;
        }
    }

    private void release(Grant grant) {
        if (!client.release(this, using -> using.release(grant))) {
            LOG.warn("lock '{}' was no longer held when it was released; it may have expired", grant.key());
        }
    }

    @Override
    public void autoLock(PessimisticLockDefinition lock, Runnable onSuccess, Runnable onFailure) {
        Optional<Grant> grant = attempt(lock, lock.getOverTime(), lock.getRetryCount(), lock.getRetryInterval())
                .grant();
        if (grant.isEmpty()) {
            onFailure.run();
            return;
        }
        try {
            onSuccess.run();
        } finally {
            releaseQuietly(grant.get());
        }
    }

    private void releaseQuietly(Grant grant) {
        try {
            release(grant);
        } catch (LockException | IllegalStateException failure) {
            LOG.warn("lock '{}' could not be released and ends at its time-out", grant.key(), failure);
        }
    }

    /** Ends the threads. Locks stay as they are. */
    @Override
    public void close() {
        client.close();
    }
}
