package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.ServerEngine;

/** The same for a server: its network as well. */
public interface ServerDeploymentContract extends DeploymentContract, NetworkContract {

    @Override
    ServerEngine engine();
}
