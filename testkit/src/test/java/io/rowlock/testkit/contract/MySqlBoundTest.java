package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class MySqlBoundTest implements GetLockContract {

    @Override
    public ServerEngine engine() {
        return Engines.mySql();
    }
}
