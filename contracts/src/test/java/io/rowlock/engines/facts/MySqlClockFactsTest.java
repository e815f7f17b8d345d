package io.rowlock.engines.facts;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The facts about clocks on which Rowlock's statements rely, on MySQL. */
class MySqlClockFactsTest extends MySqlFamilyClockFacts {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.mySql());

    @Override
    Engine engine() {
        return Engines.mySql();
    }

    @Override
    String collation() {
        return "utf8mb4_0900_bin";
    }
}
