package io.rowlock.internal.acquire;

import io.rowlock.Hold;
import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.LockTimeoutException;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.hold.HoldContext;
import io.rowlock.internal.hold.LeasedHold;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Failed;
import io.rowlock.internal.time.Deadline;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reports how an acquisition ended: to the listeners as events, to the caller as a hold or an exception. It is set once, in the
 * acquisition's last step, before the waiter may read it.
 */
final class AcquisitionReport {
    private final HoldContext context;
    private final LockKey key;
    private final Deadline deadline;
    private @Nullable LeasedHold hold;
    private @Nullable Hold handle;
    private @Nullable RuntimeException failure;
    private Optional<LockStatus> holder = Optional.empty();

    AcquisitionReport(HoldContext context, LockKey key, Deadline deadline) {
        this.context = context;
        this.key = key;
        this.deadline = deadline;
    }

    void granted(LeasedHold granted, Hold forUser, boolean hasWaited) {
        hold = granted;
        handle = forUser;
        context.publish(() -> LockEvent.acquired(key, granted.token(), deadline.waited()));
        tellWaited(hasWaited, true);
    }

    void busy(Busy busy, boolean hasWaited) {
        holder = busy.row().map(row -> row.status(busy.now(), context.queue().waiting(row.key())));
        context.publish(() -> LockEvent.busy(key, holder));
        tellWaited(hasWaited, false);
    }

    private void tellWaited(boolean hasWaited, boolean granted) {
        if (hasWaited) {
            context.publish(() -> LockEvent.waited(key, deadline.waited(), granted));
        }
    }

    /** The database failed. */
    void failed(Failed failed) {
        LockStoreException described = StoreClient.describe("acquire lock '" + key + "'", failed.cause());
        context.publish(() -> LockEvent.storeFailed("acquire", List.of(key), described));
        failure = described;
    }

    /** The client is closed, and was so before the call, or has been closed while the caller waited. */
    RuntimeException clientClosed(boolean before) {
        return new IllegalStateException("could not acquire lock '" + key + "': this Rowlock "
                + (before
                        ? "is closed; create another"
                        : "was closed while the caller waited for the lock, for "
                                + deadline.waited().toMillis() + " ms until then; nothing was acquired"));
    }

    /** Something else failed, such as a thread that could not be started. */
    void failed(Throwable cause) {
        failure = cause instanceof RuntimeException exception
                ? exception
                : new LockStoreException(
                        "could not acquire lock '" + key + "': " + cause + "; a grant that was made is released",
                        cause);
    }

    /** The hold as the client knows it; null if the lock was not granted. */
    @Nullable
    LeasedHold granted() {
        return hold;
    }

    /** The hold; empty if the lock was busy. Throws the failure if there was one. */
    Optional<Hold> hold() {
        if (failure != null) {
            throw failure;
        }
        return Optional.ofNullable(handle);
    }

    /** The hold, or the exception that {@link #exception} makes. */
    Hold holdOrThrow() {
        return hold().orElseThrow(this::exception);
    }

    /** The exception for a caller who did not get the lock. */
    RuntimeException exception() {
        if (failure != null) {
            return failure;
        }
        return context.holds().isHeldByThisThread(key)
                ? LockTimeoutException.nested(key, deadline.waited(), holder)
                : new LockTimeoutException(
                        key, deadline.waited(), holder, context.holds().isHeldHere(key));
    }

    boolean isGranted() {
        return hold != null;
    }

    /** Releases the hold, if there is one, because nobody waits for it any more. */
    void discard() {
        if (hold != null) {
            hold.discard();
        }
    }
}
