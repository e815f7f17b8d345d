package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;
import org.junit.jupiter.api.Tag;

/** Long, for H2 in memory runs the same code; {@link H2ServerDeploymentTest} runs what is different in every build. */
@Tag("long")
class H2ServerContractTest implements ServerContract {

    @Override
    public ServerEngine engine() {
        return Engines.h2Server();
    }
}
