package io.rowlock.engines.classic;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.ClassicContract;

class MySqlClassicTest implements ClassicContract {

    @Override
    public Engine database() {
        return Engines.mySql();
    }
}
