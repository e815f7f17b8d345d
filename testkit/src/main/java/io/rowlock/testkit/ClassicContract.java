package io.rowlock.testkit;

import io.rowlock.testkit.classic.DistLockTimeContract;
import io.rowlock.testkit.classic.FaceEndContract;
import io.rowlock.testkit.classic.LockManagerContract;
import io.rowlock.testkit.classic.PessimisticLockFailureContract;
import io.rowlock.testkit.classic.UsesContract;
import io.rowlock.testkit.table.ForeignRowLockContract;
import io.rowlock.testkit.table.ForeignTableDelaysContract;
import io.rowlock.testkit.table.RejectedTableStatementContract;
import io.rowlock.testkit.table.TableLocksSetupContract;

/** The promises of the classic systems on every engine. A leaf for an engine names the engine and nothing else. */
public interface ClassicContract
        extends DistLockTimeContract,
                LockManagerContract,
                PessimisticLockFailureContract,
                FaceEndContract,
                TableLocksSetupContract,
                ForeignTableDelaysContract,
                ForeignRowLockContract,
                RejectedTableStatementContract,
                UsesContract {}
