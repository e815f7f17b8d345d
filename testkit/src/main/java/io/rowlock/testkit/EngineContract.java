package io.rowlock.testkit;

import io.rowlock.testkit.acquire.AsyncContract;
import io.rowlock.testkit.acquire.HandOverContract;
import io.rowlock.testkit.acquire.LocalPassContract;
import io.rowlock.testkit.acquire.NameContract;
import io.rowlock.testkit.acquire.OwnershipContract;
import io.rowlock.testkit.acquire.TokenContract;
import io.rowlock.testkit.acquire.WaitingContract;
import io.rowlock.testkit.admin.AdminContract;
import io.rowlock.testkit.admin.EventContract;
import io.rowlock.testkit.admin.RevocationContract;
import io.rowlock.testkit.admin.StatusViewContract;
import io.rowlock.testkit.foreign.ForeignClientContract;
import io.rowlock.testkit.guard.FenceContract;
import io.rowlock.testkit.guard.ReleaseWithContract;
import io.rowlock.testkit.lease.ClockStepContract;
import io.rowlock.testkit.lease.ExpiryContract;
import io.rowlock.testkit.lease.HeldUpContract;
import io.rowlock.testkit.lease.KeepForContract;
import io.rowlock.testkit.lease.LateStatementContract;
import io.rowlock.testkit.lease.LossContract;
import io.rowlock.testkit.lease.RenewalContract;
import io.rowlock.testkit.lease.SessionContract;
import io.rowlock.testkit.lease.SessionRowContract;
import io.rowlock.testkit.lease.TicketContract;
import io.rowlock.testkit.store.GroupCommitContract;
import io.rowlock.testkit.store.RefusedStatementContract;

/**
 * Every promise that does not need a network. A test class names its database and nothing else:
 *
 * <pre>{@code
 * class OurDatabaseTest implements EngineContract {
 *     @Override
 *     public TestDatabase database() {
 *         return TestDatabase.of(dataSource);
 *     }
 * }
 * }</pre>
 */
public interface EngineContract
        extends DeploymentContract,
                TokenContract,
                OwnershipContract,
                ExpiryContract,
                RenewalContract,
                SessionContract,
                SessionRowContract,
                LossContract,
                WaitingContract,
                AsyncContract,
                HandOverContract,
                LocalPassContract,
                GroupCommitContract,
                RefusedStatementContract,
                LateStatementContract,
                NameContract,
                TicketContract,
                KeepForContract,
                HeldUpContract,
                ClockStepContract,
                AdminContract,
                RevocationContract,
                EventContract,
                FenceContract,
                StatusViewContract,
                ForeignClientContract,
                ReleaseWithContract {}
