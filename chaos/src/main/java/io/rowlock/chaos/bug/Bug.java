package io.rowlock.chaos.bug;

import io.rowlock.chaos.client.ClientTerms;
import io.rowlock.chaos.client.Fences;
import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.client.RowlockClient;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.WakeUps;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A mistake that a programmer could have made in one place; everything else is as it should be. The real library runs
 * around it: its engine above the store, its statements below.
 */
interface Bug {

    /** In place of {@link LockStore#acquire}. */
    default List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
        return store.acquire(claims);
    }

    /** In place of {@link LockStore#renew(List)}. */
    default List<GrantOutcome> renew(LockStore store, List<Grant> grants) {
        return store.renew(grants);
    }

    /** In place of {@link LockStore#renew(Grant, Duration)}. */
    default GrantOutcome renew(LockStore store, Grant grant, Duration atLeast) {
        return store.renew(grant, atLeast);
    }

    /** In place of {@link LockStore#release}. */
    default List<GrantOutcome> release(LockStore store, List<Grant> grants) {
        return store.release(grants);
    }

    /** In place of {@link LockStore#wakeUps}. */
    default Optional<WakeUps> wakeUps(Optional<WakeUps> real) {
        return real;
    }

    /** In place of the guards; another way to the table is at hand. */
    default Guards guards(Guards real, LockStore spare) {
        return real;
    }

    /** In place of the client. */
    default LockClient client(RowlockClient real, ClientTerms terms) {
        return real;
    }

    /** In place of the fence. */
    default Fences fences(Fences real) {
        return real;
    }
}
