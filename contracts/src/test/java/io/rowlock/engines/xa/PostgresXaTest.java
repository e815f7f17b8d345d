package io.rowlock.engines.xa;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

class PostgresXaTest implements XaContract {

    @Override
    public ServerEngine database() {
        return Engines.postgres();
    }
}
