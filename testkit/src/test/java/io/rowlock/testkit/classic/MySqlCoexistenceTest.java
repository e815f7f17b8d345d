package io.rowlock.testkit.classic;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class MySqlCoexistenceTest implements CoexistenceContract {

    @Override
    public ServerEngine engine() {
        return Engines.mySql();
    }
}
