package io.rowlock.internal.table;

import io.rowlock.LockStoreException;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.hold.HoldContext;
import io.rowlock.internal.release.LateClaim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Micros;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Releases of grants whose owners chose their names. Such an owner may be granted the same lock again, so the grant is read
 * first, and released only if it is still as it was read.
 */
public final class SnapshotReleases {
    private final StoreClient storeClient;
    private final HoldContext context;

    SnapshotReleases(StoreClient storeClient, HoldContext context) {
        this.storeClient = storeClient;
        this.context = context;
    }

    /**
     * Reads a grant of an owner who chose the name.
     *
     * @param grant the grant
     * @return its state; empty if another has the lock, or nobody ever had it
     * @throws LockStoreException if the database could not be asked
     */
    public Optional<GrantSnapshot> read(Grant grant) {
        long askedAt = context.ticker().nanos();
        return TableClient.publishingFailures(
                        context::publish,
                        "find",
                        List.of(grant.key()),
                        () -> storeClient.call(
                                "look at lock '" + grant.key() + "'", store -> ((TableStore) store).snapshot(grant)))
                .map(seen -> new GrantSnapshot(grant, seen, askedAt));
    }

    /**
     * Releases a grant of an owner who chose the name. The owner's next grant stays, also if a statement of this release reaches the
     * database when that was made.
     *
     * @param snapshot the grant, as it was when it was read
     * @return false if it does not stand any more
     * @throws LockStoreException if the database could not be asked
     */
    public boolean release(GrantSnapshot snapshot) {
        Grant grant = snapshot.grant();
        Duration sinceAsked = Duration.ofNanos(context.ticker().nanos() - snapshot.askedAt());
        long notAfter = snapshot.seen().now() + Micros.of(sinceAsked.plus(LateClaim.validity(context.callTimeout())));
        return TableClient.publishingFailures(
                context::publish,
                "release",
                List.of(grant.key()),
                () -> storeClient.callForGrant(
                                "release lock '" + grant.key() + "'",
                                store -> ((TableStore) store).release(grant, snapshot.seen(), notAfter),
                                GrantOutcome::resent)
                        == GrantOutcome.DONE);
    }
}
