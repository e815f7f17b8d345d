package io.rowlock.engines.fault;

import io.rowlock.engines.Engines;
import io.rowlock.engines.fault.network.OutageContract;
import io.rowlock.engines.server.ServerEngine;

class H2ServerOutageTest implements OutageContract {

    @Override
    public ServerEngine engine() {
        return Engines.h2Server();
    }

    /** Commits were gone in one loaded build, with every setting for durability on: see the limits in docs/promises.md. */
    @Override
    public boolean keepsCommitsWhenKilled() {
        return false;
    }
}
