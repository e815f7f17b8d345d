package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.contract.ServerDeploymentContract;
import io.rowlock.engines.server.ServerEngine;

class H2ServerDeploymentTest implements ServerDeploymentContract {

    @Override
    public ServerEngine database() {
        return Engines.h2Server();
    }
}
