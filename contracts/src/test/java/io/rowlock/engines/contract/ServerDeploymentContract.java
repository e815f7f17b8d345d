package io.rowlock.engines.contract;

import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.DeploymentContract;

/** The same for a server: its network as well. */
public interface ServerDeploymentContract extends DeploymentContract, NetworkContract {

    @Override
    ServerEngine database();
}
