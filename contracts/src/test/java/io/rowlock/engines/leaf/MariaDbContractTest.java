package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.contract.PrimaryContract;
import io.rowlock.engines.server.DemotableEngine;

class MariaDbContractTest implements PrimaryContract {

    @Override
    public DemotableEngine database() {
        return Engines.mariaDb();
    }
}
