package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class PostgresBoundTest implements BoundServerContract {

    @Override
    public ServerEngine engine() {
        return Engines.postgres();
    }
}
