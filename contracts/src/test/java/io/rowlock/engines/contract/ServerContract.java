package io.rowlock.engines.contract;

import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.DatabaseContract;

/** The promises that a database decides, those about the network included: for an engine that is a server. */
public interface ServerContract extends DatabaseContract, ServerDeploymentContract {

    @Override
    ServerEngine database();
}
