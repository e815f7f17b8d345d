package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.contract.PrimaryContract;
import io.rowlock.engines.server.DemotableEngine;
import io.rowlock.testkit.ClientSideContract;

/** The database on which every promise is kept in every build. */
class PostgresContractTest implements PrimaryContract, ClientSideContract {

    @Override
    public DemotableEngine database() {
        return Engines.postgres();
    }
}
