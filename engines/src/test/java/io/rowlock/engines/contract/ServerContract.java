package io.rowlock.engines.contract;

import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.EngineContract;

/** Every promise, those about the network included: for an engine that is a server. */
public interface ServerContract extends EngineContract, ServerDeploymentContract {

    @Override
    ServerEngine database();
}
