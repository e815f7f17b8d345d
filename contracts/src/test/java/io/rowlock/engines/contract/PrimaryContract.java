package io.rowlock.engines.contract;

import io.rowlock.engines.server.DemotableEngine;

/** The promises that a database decides, those about the network and about replicas included: for a server that can become a replica. */
public interface PrimaryContract extends ServerContract, ReplicaContract {

    @Override
    DemotableEngine database();
}
