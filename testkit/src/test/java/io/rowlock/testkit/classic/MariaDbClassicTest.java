package io.rowlock.testkit.classic;

import io.rowlock.testkit.engine.Engine;
import io.rowlock.testkit.engine.Engines;

class MariaDbClassicTest implements ClassicContract {

    @Override
    public Engine engine() {
        return Engines.mariaDb();
    }
}
