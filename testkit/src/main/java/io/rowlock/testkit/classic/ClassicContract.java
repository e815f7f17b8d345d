package io.rowlock.testkit.classic;

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
