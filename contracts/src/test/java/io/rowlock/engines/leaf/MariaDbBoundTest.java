package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.contract.BoundServerContract;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.bound.GetLockContract;

class MariaDbBoundTest implements BoundServerContract, GetLockContract {

    @Override
    public ServerEngine database() {
        return Engines.mariaDb();
    }
}
