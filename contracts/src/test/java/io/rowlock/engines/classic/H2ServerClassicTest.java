package io.rowlock.engines.classic;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.ClassicContract;
import org.junit.jupiter.api.Tag;

/** Long, because {@link H2MemoryClassicTest} runs the same code in every build. */
@Tag("long")
class H2ServerClassicTest implements ClassicContract {

    @Override
    public Engine database() {
        return Engines.h2Server();
    }
}
