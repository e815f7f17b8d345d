package io.rowlock.testkit.facts;

import io.rowlock.testkit.engine.Engine;
import io.rowlock.testkit.engine.EngineExtension;
import io.rowlock.testkit.engine.Engines;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Rowlock's statements take for granted of MariaDB. */
class MariaDbFactsTest extends MySqlFamilyFacts {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.mariaDb());

    @Override
    Engine engine() {
        return Engines.mariaDb();
    }

    @Override
    String collation() {
        return "utf8mb4_nopad_bin";
    }

    @Override
    String otherDriver() {
        return "jdbc:mysql:";
    }
}
