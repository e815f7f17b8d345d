package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.DatabaseContract;

class H2MemoryContractTest implements DatabaseContract {

    @Override
    public Engine database() {
        return Engines.h2Memory();
    }
}
