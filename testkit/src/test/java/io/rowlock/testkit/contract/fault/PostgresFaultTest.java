package io.rowlock.testkit.contract.fault;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class PostgresFaultTest implements ServerFaultContract {

    @Override
    public ServerEngine engine() {
        return Engines.postgres();
    }
}
