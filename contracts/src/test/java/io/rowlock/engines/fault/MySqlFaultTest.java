package io.rowlock.engines.fault;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

class MySqlFaultTest implements ServerFaultContract {

    @Override
    public ServerEngine engine() {
        return Engines.mySql();
    }
}
