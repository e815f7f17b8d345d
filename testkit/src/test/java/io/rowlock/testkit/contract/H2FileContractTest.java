package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engine;
import io.rowlock.testkit.engine.Engines;
import org.junit.jupiter.api.Tag;

/** Long, for H2 in memory runs the same code; {@link H2FileDeploymentTest} runs what is different in every build. */
@Tag("long")
class H2FileContractTest implements EngineContract {

    @Override
    public Engine engine() {
        return Engines.h2File();
    }
}
