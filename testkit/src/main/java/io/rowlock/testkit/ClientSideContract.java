package io.rowlock.testkit;

import io.rowlock.testkit.acquire.AsyncContract;
import io.rowlock.testkit.acquire.LocalHandOffContract;
import io.rowlock.testkit.acquire.RunContract;
import io.rowlock.testkit.acquire.WaitingContract;
import io.rowlock.testkit.admin.EventContract;
import io.rowlock.testkit.lease.DroppedHoldContract;
import io.rowlock.testkit.lease.LongestHoldContract;
import io.rowlock.testkit.lease.LossContract;

/** The promises that Rowlock's own code keeps, in the same way on any database. */
public interface ClientSideContract
        extends WaitingContract,
                RunContract,
                AsyncContract,
                LocalHandOffContract,
                LossContract,
                LongestHoldContract,
                DroppedHoldContract,
                EventContract {}
