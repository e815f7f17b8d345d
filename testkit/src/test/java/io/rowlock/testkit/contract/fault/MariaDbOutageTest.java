package io.rowlock.testkit.contract.fault;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class MariaDbOutageTest implements OutageContract {

    @Override
    public ServerEngine engine() {
        return Engines.mariaDb();
    }
}
