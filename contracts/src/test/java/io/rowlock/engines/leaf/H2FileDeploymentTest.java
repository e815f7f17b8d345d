package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.DeploymentContract;

class H2FileDeploymentTest implements DeploymentContract {

    @Override
    public Engine database() {
        return Engines.h2File();
    }
}
