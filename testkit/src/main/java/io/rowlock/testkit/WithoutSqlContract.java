package io.rowlock.testkit;

import io.rowlock.testkit.acquire.ExclusionContract;
import io.rowlock.testkit.acquire.HandOverContract;
import io.rowlock.testkit.acquire.InterruptContract;
import io.rowlock.testkit.acquire.NameContract;
import io.rowlock.testkit.acquire.OwnershipContract;
import io.rowlock.testkit.acquire.TokenContract;
import io.rowlock.testkit.admin.AdminContract;
import io.rowlock.testkit.admin.RevocationContract;
import io.rowlock.testkit.lease.ClockStepContract;
import io.rowlock.testkit.lease.ExpiryContract;
import io.rowlock.testkit.lease.KeepForContract;
import io.rowlock.testkit.lease.LongerRenewalContract;
import io.rowlock.testkit.lease.RenewalContract;
import io.rowlock.testkit.lease.SessionContract;
import io.rowlock.testkit.lease.TicketContract;
import io.rowlock.testkit.release.KeptReleaseContract;
import io.rowlock.testkit.release.ReleaseContract;
import io.rowlock.testkit.store.CloseContract;
import io.rowlock.testkit.store.GroupCommitContract;

/** Every promise that needs no SQL: the client keeps it, wherever locks are stored. */
public interface WithoutSqlContract
        extends ClientSideContract,
                ExclusionContract,
                InterruptContract,
                CloseContract,
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
                RevocationContract {}
