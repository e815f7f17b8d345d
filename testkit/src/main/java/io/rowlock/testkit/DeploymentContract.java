package io.rowlock.testkit;

import io.rowlock.testkit.acquire.ExclusionContract;
import io.rowlock.testkit.acquire.InterruptContract;
import io.rowlock.testkit.guard.GuardContract;
import io.rowlock.testkit.guard.GuardRaceContract;
import io.rowlock.testkit.guard.GuardRejectionContract;
import io.rowlock.testkit.guard.GuardedContract;
import io.rowlock.testkit.guard.LastItemContract;
import io.rowlock.testkit.guard.TwoPhaseContract;
import io.rowlock.testkit.store.CloseContract;
import io.rowlock.testkit.store.ConnectionContract;
import io.rowlock.testkit.store.RowLockContract;
import io.rowlock.testkit.store.SchemaContract;
import io.rowlock.testkit.store.SetupContract;
import io.rowlock.testkit.store.StatementContract;
import io.rowlock.testkit.store.TransactionContract;

/**
 * The promises that can depend on how one and the same database is run, in the process, from a file or as a server: what goes
 * through its connections and its transactions, how a client starts and ends, what an interrupt does to an open file, what
 * a guard makes wait. The others see the same statements run by the same code.
 */
public interface DeploymentContract
        extends ExclusionContract,
                InterruptContract,
                ConnectionContract,
                SchemaContract,
                TransactionContract,
                RowLockContract,
                StatementContract,
                SetupContract,
                CloseContract,
                GuardContract,
                GuardRejectionContract,
                GuardedContract,
                GuardRaceContract,
                TwoPhaseContract,
                LastItemContract {}
