package io.rowlock.engines.vanished;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

class PostgresVanishedClientTest implements VanishedClientContract {

    @Override
    public ServerEngine database() {
        return Engines.postgres();
    }

    @Override
    public String timeout() {
        return "?options=-c%20idle_in_transaction_session_timeout=6s";
    }
}
