package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.DemotableEngine;

/** Every promise, those about the network and about replicas included: for a server that can become a replica. */
public interface PrimaryContract extends ServerContract, ReplicaContract {

    @Override
    DemotableEngine engine();
}
