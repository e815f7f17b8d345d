package io.rowlock.engines.leaf;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.ClientSideContract;
import io.rowlock.testkit.fixture.Contract;
import org.junit.jupiter.api.Tag;

/** Not in every build, because {@link PostgresContractTest} and the locks in memory keep the same promises by the same code. */
@Tag("every-engine")
class MySqlClientSideTest implements ClientSideContract, Contract {

    @Override
    public Engine database() {
        return Engines.mySql();
    }
}
