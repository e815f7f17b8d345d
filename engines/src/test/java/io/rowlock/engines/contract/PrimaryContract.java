package io.rowlock.engines.contract;

import io.rowlock.engines.server.DemotableEngine;

/** What a database decides, the promises about the network and about replicas included: for a server that can become a replica. */
public interface PrimaryContract extends ServerContract, ReplicaContract {

    @Override
    DemotableEngine database();
}
