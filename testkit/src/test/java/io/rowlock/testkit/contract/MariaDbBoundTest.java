package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class MariaDbBoundTest implements GetLockContract {

    @Override
    public ServerEngine engine() {
        return Engines.mariaDb();
    }
}
