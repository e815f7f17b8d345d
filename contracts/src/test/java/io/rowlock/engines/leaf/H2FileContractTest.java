package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.EngineContract;
import org.junit.jupiter.api.Tag;

/** Long, because H2 in memory runs the same code; {@link H2FileDeploymentTest} runs what is different in every build. */
@Tag("long")
class H2FileContractTest implements EngineContract {

    @Override
    public Engine database() {
        return Engines.h2File();
    }
}
