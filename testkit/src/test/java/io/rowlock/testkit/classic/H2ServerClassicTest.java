package io.rowlock.testkit.classic;

import io.rowlock.testkit.engine.Engine;
import io.rowlock.testkit.engine.Engines;
import org.junit.jupiter.api.Tag;

/** Long, for {@link H2MemoryClassicTest} runs the same code in every build. */
@Tag("long")
class H2ServerClassicTest implements ClassicContract {

    @Override
    public Engine engine() {
        return Engines.h2Server();
    }
}
