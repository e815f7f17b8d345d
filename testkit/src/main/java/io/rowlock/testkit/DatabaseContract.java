package io.rowlock.testkit;

import io.rowlock.testkit.acquire.HandOverContract;
import io.rowlock.testkit.acquire.LocalHandOffStatementContract;
import io.rowlock.testkit.acquire.NameContract;
import io.rowlock.testkit.acquire.OwnershipContract;
import io.rowlock.testkit.acquire.TokenContract;
import io.rowlock.testkit.acquire.WaitingConnectionsContract;
import io.rowlock.testkit.admin.AdminContract;
import io.rowlock.testkit.admin.RevocationContract;
import io.rowlock.testkit.admin.StatusViewContract;
import io.rowlock.testkit.admin.TableFormContract;
import io.rowlock.testkit.foreign.ForeignTokenContract;
import io.rowlock.testkit.guard.FenceContract;
import io.rowlock.testkit.guard.ReleaseWithContract;
import io.rowlock.testkit.lease.ClockStepContract;
import io.rowlock.testkit.lease.ExpiryContract;
import io.rowlock.testkit.lease.HeldUpContract;
import io.rowlock.testkit.lease.KeepForContract;
import io.rowlock.testkit.lease.LateStatementContract;
import io.rowlock.testkit.lease.LongerRenewalContract;
import io.rowlock.testkit.lease.RenewalContract;
import io.rowlock.testkit.lease.SessionContract;
import io.rowlock.testkit.lease.SessionRowContract;
import io.rowlock.testkit.lease.TicketContract;
import io.rowlock.testkit.lease.UncommittedHeartbeatContract;
import io.rowlock.testkit.release.KeptReleaseContract;
import io.rowlock.testkit.release.ReleaseContract;
import io.rowlock.testkit.store.GroupCommitContract;
import io.rowlock.testkit.store.GroupCommitStatementContract;
import io.rowlock.testkit.store.KeylessDriverContract;
import io.rowlock.testkit.store.RejectedStatementContract;

/**
 * The promises that a database decides, all that do not need a network: each depends on statements that are another database's
 * own, or on its transactions, its locks, its clock.
 */
public interface DatabaseContract
        extends DeploymentContract,
                TokenContract,
                OwnershipContract,
                ExpiryContract,
                RenewalContract,
                LongerRenewalContract,
                ReleaseContract,
                SessionContract,
                HandOverContract,
                GroupCommitContract,
                NameContract,
                TicketContract,
                KeepForContract,
                KeptReleaseContract,
                ClockStepContract,
                AdminContract,
                RevocationContract,
                SessionRowContract,
                RejectedStatementContract,
                LateStatementContract,
                HeldUpContract,
                FenceContract,
                StatusViewContract,
                TableFormContract,
                ForeignTokenContract,
                ReleaseWithContract,
                KeylessDriverContract,
                WaitingConnectionsContract,
                LocalHandOffStatementContract,
                UncommittedHeartbeatContract,
                GroupCommitStatementContract {}
