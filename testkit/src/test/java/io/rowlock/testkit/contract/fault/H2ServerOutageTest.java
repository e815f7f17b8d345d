package io.rowlock.testkit.contract.fault;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class H2ServerOutageTest implements OutageContract {

    @Override
    public ServerEngine engine() {
        return Engines.h2Server();
    }

    /** Some commits were gone, with every setting for durability on: see the limits in docs/promises.md. */
    @Override
    public boolean keepsCommitsWhenKilled() {
        return false;
    }
}
