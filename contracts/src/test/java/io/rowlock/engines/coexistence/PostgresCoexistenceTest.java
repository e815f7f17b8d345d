package io.rowlock.engines.coexistence;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

class PostgresCoexistenceTest implements CoexistenceContract {

    @Override
    public ServerEngine engine() {
        return Engines.postgres();
    }
}
