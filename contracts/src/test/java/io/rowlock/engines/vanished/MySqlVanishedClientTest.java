package io.rowlock.engines.vanished;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

class MySqlVanishedClientTest implements VanishedClientContract {

    @Override
    public ServerEngine database() {
        return Engines.mySql();
    }

    @Override
    public String timeout() {
        return "?sessionVariables=wait_timeout=6";
    }
}
