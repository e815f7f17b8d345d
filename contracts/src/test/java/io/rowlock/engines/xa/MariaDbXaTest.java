package io.rowlock.engines.xa;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

class MariaDbXaTest implements XaContract {

    @Override
    public ServerEngine database() {
        return Engines.mariaDb();
    }
}
