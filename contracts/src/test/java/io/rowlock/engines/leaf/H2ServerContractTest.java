package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.contract.ServerContract;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.ClientSideContract;
import org.junit.jupiter.api.Tag;

/** Long, because H2 in memory runs the same code; {@link H2ServerDeploymentTest} runs what is different in every build. */
@Tag("long")
class H2ServerContractTest implements ServerContract, ClientSideContract {

    @Override
    public ServerEngine database() {
        return Engines.h2Server();
    }
}
