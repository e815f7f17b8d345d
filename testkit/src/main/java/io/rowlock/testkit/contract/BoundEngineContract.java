package io.rowlock.testkit.contract;

/** The promises that are kept by locks that are tied to connections, too: what every engine runs of them. */
public interface BoundEngineContract
        extends UserLevelLockContract,
                ExclusionContract,
                TokenContract,
                LossContract,
                KeepForContract,
                TicketContract {}
