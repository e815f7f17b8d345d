package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.BoundEngineContract;

class H2MemoryBoundTest implements BoundEngineContract {

    @Override
    public Engine database() {
        return Engines.h2Memory();
    }
}
