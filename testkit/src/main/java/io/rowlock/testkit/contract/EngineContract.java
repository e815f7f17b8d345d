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
        extends DeploymentContract,
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
                LocalPassContract,
                GroupCommitContract,
                RefusedStatementContract,
                LateStatementContract,
                NameContract,
                TicketContract,
                KeepForContract,
                HeldUpContract,
                ClockStepContract,
                AdminContract,
                RevocationContract,
                EventContract,
                FenceContract,
                StatusViewContract,
                ForeignClientContract,
                ReleaseWithContract {}
