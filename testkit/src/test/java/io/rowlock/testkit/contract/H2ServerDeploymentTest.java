package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class H2ServerDeploymentTest implements ServerDeploymentContract {

    @Override
    public ServerEngine engine() {
        return Engines.h2Server();
    }
}
