package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.contract.BoundServerContract;
import io.rowlock.engines.server.ServerEngine;

class PostgresBoundTest implements BoundServerContract {

    @Override
    public ServerEngine database() {
        return Engines.postgres();
    }
}
