package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class H2ServerContractTest implements ServerContract {

    @Override
    public ServerEngine engine() {
        return Engines.h2Server();
    }
}
