package io.rowlock.engines.fault;

import io.rowlock.engines.Engines;
import io.rowlock.engines.fault.network.OutageContract;
import io.rowlock.engines.server.ServerEngine;

class MySqlOutageTest implements OutageContract {

    @Override
    public ServerEngine engine() {
        return Engines.mySql();
    }
}
