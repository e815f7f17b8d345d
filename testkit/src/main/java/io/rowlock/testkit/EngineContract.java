package io.rowlock.testkit;

import io.rowlock.testkit.acquire.LocalPassStatementContract;
import io.rowlock.testkit.acquire.WaitingConnectionsContract;
import io.rowlock.testkit.admin.StatusViewContract;
import io.rowlock.testkit.foreign.ForeignClientContract;
import io.rowlock.testkit.guard.FenceContract;
import io.rowlock.testkit.guard.ReleaseWithContract;
import io.rowlock.testkit.lease.HeldUpContract;
import io.rowlock.testkit.lease.LateStatementContract;
import io.rowlock.testkit.lease.SessionRowContract;
import io.rowlock.testkit.lease.UncommittedHeartbeatContract;
import io.rowlock.testkit.store.GroupCommitStatementContract;
import io.rowlock.testkit.store.KeylessDriverContract;
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
                WithoutSqlContract,
                SessionRowContract,
                RefusedStatementContract,
                LateStatementContract,
                HeldUpContract,
                FenceContract,
                StatusViewContract,
                ForeignClientContract,
                ReleaseWithContract,
                KeylessDriverContract,
                WaitingConnectionsContract,
                LocalPassStatementContract,
                UncommittedHeartbeatContract,
                GroupCommitStatementContract {}
