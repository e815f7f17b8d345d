package io.rowlock.testkit.classic;

/** What the classic systems promise on every engine. A leaf for an engine names the engine and nothing else. */
public interface ClassicContract
        extends DistLockContract,
                LockManagerContract,
                PessimisticLockContract,
                DefectsContract,
                TableLocksContract,
                ForeignTableDelaysContract,
                UsesContract {}
