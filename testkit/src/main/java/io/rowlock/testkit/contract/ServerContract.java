package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.ServerEngine;

/** Every promise, those about the network included: for an engine that is a server. */
public interface ServerContract extends EngineContract, ServerDeploymentContract {

    @Override
    ServerEngine engine();
}
