package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engine;
import io.rowlock.testkit.engine.Engines;

class H2FileDeploymentTest implements DeploymentContract {

    @Override
    public Engine engine() {
        return Engines.h2File();
    }
}
