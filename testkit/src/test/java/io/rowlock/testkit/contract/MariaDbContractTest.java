package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.DemotableEngine;
import io.rowlock.testkit.engine.Engines;

class MariaDbContractTest implements PrimaryContract {

    @Override
    public DemotableEngine engine() {
        return Engines.mariaDb();
    }
}
