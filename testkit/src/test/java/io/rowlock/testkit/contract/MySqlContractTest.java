package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class MySqlContractTest implements ServerContract {

    @Override
    public ServerEngine engine() {
        return Engines.mySql();
    }
}
