package io.rowlock.internal.acquire;

import io.rowlock.internal.hold.Heartbeat;
import io.rowlock.internal.hold.HoldContext;
import io.rowlock.internal.store.RequestIds;
import io.rowlock.internal.thread.Timer;
import io.rowlock.internal.wakeup.ContendedLocks;
import io.rowlock.internal.wakeup.ServerWaits;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parts that the acquisitions of one client share, so that each needs one field for them: thousands of futures may wait.
 *
 * @param shared the parts that acquisitions share with the holds they make
 * @param owner the owner that claims name unless the lock's definition does
 * @param requestIds makes the ids of claims
 * @param clock estimates the database's time
 * @param heartbeat watches holds
 * @param timer wakes futures
 * @param contendedLocks watches locks that other processes hold
 * @param serverWaits waits inside the server, on a database that can
 * @param starvedCallers says when the data source has no connection to give
 * @param nestedAcquires warns of threads that wait for themselves
 * @param recordsCallers whether each hold remembers where it was acquired
 */
public record AcquireContext(
        HoldContext shared,
        String owner,
        RequestIds requestIds,
        DatabaseClock clock,
        Heartbeat heartbeat,
        Timer timer,
        ContendedLocks contendedLocks,
        Optional<ServerWaits> serverWaits,
        StarvedCallers starvedCallers,
        NestedAcquires nestedAcquires,
        boolean recordsCallers) {

    /** Where the lock is acquired; null if that is not recorded. */
    @Nullable
    String caller() {
        return recordsCallers ? CallSite.find() : null;
    }
}
