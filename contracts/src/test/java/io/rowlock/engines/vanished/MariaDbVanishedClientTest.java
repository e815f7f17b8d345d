package io.rowlock.engines.vanished;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

class MariaDbVanishedClientTest implements VanishedClientContract {

    @Override
    public ServerEngine database() {
        return Engines.mariaDb();
    }

    @Override
    public String timeout() {
        return "?sessionVariables=wait_timeout=6";
    }
}
