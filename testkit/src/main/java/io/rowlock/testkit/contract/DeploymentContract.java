package io.rowlock.testkit.contract;

/**
 * The promises that can hang on how one and the same database is run, in the process, from a file or as a server: what goes
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
                GuardRefusalContract,
                GuardedContract,
                GuardRaceContract,
                TwoPhaseContract,
                LastItemContract {}
