package io.rowlock.engines.contract;

import io.rowlock.engines.server.DemotableEngine;

/** Every promise, those about the network and about replicas included: for a server that can become a replica. */
public interface PrimaryContract extends ServerContract, ReplicaContract {

    @Override
    DemotableEngine database();
}
