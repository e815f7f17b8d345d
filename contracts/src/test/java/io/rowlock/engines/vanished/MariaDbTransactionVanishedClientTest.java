package io.rowlock.engines.vanished;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

class MariaDbTransactionVanishedClientTest implements VanishedClientContract {

    @Override
    public ServerEngine database() {
        return Engines.mariaDb();
    }

    @Override
    public String timeout() {
        return "?sessionVariables=idle_transaction_timeout=6";
    }
}
