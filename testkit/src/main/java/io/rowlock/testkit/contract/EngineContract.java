package io.rowlock.testkit.contract;

/**
 * Every promise that does not need a network. A leaf for an engine names the engine and nothing else:
 *
 * <pre>{@code
 * class H2MemoryContractTest implements EngineContract {
 *     @Override
 *     public Engine engine() {
 *         return Engines.h2Memory();
 *     }
 * }
 * }</pre>
 */
public interface EngineContract
        extends ExclusionContract,
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
                InterruptContract,
                ConnectionContract,
                TransactionContract,
                RowLockContract,
                StatementContract,
                GroupCommitContract,
                NameContract,
                TicketContract,
                KeepForContract,
                AdminContract,
                RevocationContract,
                EventContract,
                SetupContract,
                CloseContract,
                FenceContract,
                StatusViewContract,
                ForeignClientContract,
                GuardContract,
                GuardRefusalContract,
                GuardedContract,
                ReleaseWithContract,
                GuardRaceContract,
                LastItemContract {}
