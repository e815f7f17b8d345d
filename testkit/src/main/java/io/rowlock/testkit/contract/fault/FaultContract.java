package io.rowlock.testkit.contract.fault;

import io.rowlock.testkit.engine.ServerEngine;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What the fault contracts have in common: a server to run on, and a {@link FaultBench} for each test. Contracts whose
 * tests leave the server itself alone let them run at the same time, for most of their time is spent waiting for leases
 * to end.
 */
@ExtendWith(FaultBenches.class)
@Timeout(300)
public interface FaultContract {

    /**
     * The server that is tested on.
     *
     * @return the engine
     */
    ServerEngine engine();
}
