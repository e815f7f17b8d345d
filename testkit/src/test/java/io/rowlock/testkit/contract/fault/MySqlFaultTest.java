package io.rowlock.testkit.contract.fault;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

class MySqlFaultTest
        implements ProcessContract, CutContract, BlackHoleContract, DuplicateContract, VirtualThreadContract {

    @Override
    public ServerEngine engine() {
        return Engines.mySql();
    }
}
