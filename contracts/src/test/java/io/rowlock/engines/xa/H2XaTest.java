package io.rowlock.engines.xa;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

class H2XaTest implements XaContract {

    @Override
    public ServerEngine database() {
        return Engines.h2Server();
    }
}
