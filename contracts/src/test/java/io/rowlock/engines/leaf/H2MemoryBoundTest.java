package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.BoundEngineContract;
import io.rowlock.testkit.bound.UnabortableConnectionContract;

class H2MemoryBoundTest implements BoundEngineContract, UnabortableConnectionContract {

    @Override
    public Engine database() {
        return Engines.h2Memory();
    }
}
