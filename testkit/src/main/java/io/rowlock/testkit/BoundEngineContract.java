package io.rowlock.testkit;

import io.rowlock.testkit.acquire.ExclusionContract;
import io.rowlock.testkit.acquire.TokenContract;
import io.rowlock.testkit.bound.HangingConnectionContract;
import io.rowlock.testkit.bound.UserLevelLockContract;
import io.rowlock.testkit.lease.KeepForContract;
import io.rowlock.testkit.lease.LossContract;
import io.rowlock.testkit.lease.TicketContract;
import io.rowlock.testkit.store.RejectedStatementContract;

/** The promises that are kept by locks that are tied to connections, too: what every engine runs of them. */
public interface BoundEngineContract
        extends UserLevelLockContract,
                HangingConnectionContract,
                ExclusionContract,
                TokenContract,
                LossContract,
                KeepForContract,
                TicketContract,
                RejectedStatementContract {}
