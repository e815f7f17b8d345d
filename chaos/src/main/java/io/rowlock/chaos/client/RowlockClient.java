package io.rowlock.chaos.client;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockInterruptedException;
import io.rowlock.Rowlock;
import io.rowlock.TransactionGuard;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.chaos.history.Kind;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.Grant;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Rowlock, with everything that it does by default. */
public final class RowlockClient implements LockClient {
    private static final int BOUNDED = 8;

    private final Rowlock rowlock;
    private final Releaser releaser;
    private final Duration lease;
    private final AtomicLong asked = new AtomicLong();

    public RowlockClient(Rowlock rowlock, Duration lease) {
        this.rowlock = rowlock;
        this.releaser = ((Client) rowlock).context().releaser();
        this.lease = lease;
    }

    /** Writes down what the library tells its listeners. */
    public static void note(HistoryWriter history, LockEvent event) {
        if (event instanceof LockEvent.Released released) {
            history.write(Kind.RELEASED, released.key().name(), 0, released.token(), "");
        } else if (event instanceof LockEvent.Lost lost) {
            history.write(
                    Kind.LOSS_REPORTED,
                    lost.key().name(),
                    0,
                    lost.token(),
                    lost.reason().name());
        }
    }

    @Override
    public Optional<LockHandle> acquire(String lock, Duration wait, boolean renewed) throws InterruptedException {
        LockDefinition definition = definition(lock, renewed);
        try {
            return wait.isZero()
                    ? rowlock.lock(definition).tryAcquire().map(HoldHandle::new)
                    : rowlock.lock(definition).tryAcquire(wait).map(HoldHandle::new);
        } catch (LockInterruptedException e) {
            InterruptedException interrupted = new InterruptedException(e.getMessage());
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** One hold in so many may last no longer than one and a half leases, which is shorter than some of the work. */
    private LockDefinition definition(String lock, boolean renewed) {
        LockDefinition definition = LockDefinition.of(lock).withLease(lease).withRenewal(renewed);
        return asked.incrementAndGet() % BOUNDED == 0
                ? definition.withLongestHold(lease.multipliedBy(3).dividedBy(2))
                : definition;
    }

    /** Revokes a lock, whichever client holds it, as an operator would. */
    public void free(String lock) {
        rowlock.admin().find(lock).ifPresent(status -> rowlock.admin().revokeNow(lock, status.token()));
    }

    /** Hands in a grant for release in the background, whether it is held or not. */
    public void releaseInBackground(Grant grant) {
        releaser.release(grant, lease.multipliedBy(2), outcome -> {}, () -> {});
    }

    /** Nothing else shows that the releaser has kept such a release back. */
    @Override
    public int droppedReleases() {
        return releaser.releasesOfHeldGrants();
    }

    @Override
    public boolean guards() {
        return true;
    }

    @Override
    public boolean renews() {
        return true;
    }

    @Override
    public void close() {
        rowlock.close();
    }

    /** A hold as a handle. */
    private record HoldHandle(Hold hold) implements LockHandle, LeaseHandle {
        @Override
        public long token() {
            return hold.token();
        }

        @Override
        public boolean isHeld() {
            return hold.isHeld();
        }

        @Override
        public Duration remaining() {
            return hold.remaining();
        }

        @Override
        public void onLost(Runnable action) {
            hold.onLost(action);
        }

        @Override
        public void release() {
            hold.close();
        }

        @Override
        public Optional<TransactionGuard> guard() {
            return Optional.of(hold);
        }

        @Override
        public Optional<LeaseHandle> leased() {
            return Optional.of(this);
        }

        @Override
        public void renew(Duration longer) {
            hold.renew(longer);
        }

        @Override
        public boolean releaseAndTell() {
            return hold.release();
        }

        @Override
        public boolean releaseAndKeep(Duration keepFor) {
            return hold.release(keepFor);
        }
    }
}
