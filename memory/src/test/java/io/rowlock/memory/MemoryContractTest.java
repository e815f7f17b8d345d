package io.rowlock.memory;

import io.rowlock.testkit.WithoutSqlContract;
import io.rowlock.testkit.fixture.StoreContract;
import io.rowlock.testkit.fixture.TestStore;

/** Every promise that needs no SQL. */
class MemoryContractTest implements WithoutSqlContract, StoreContract {

    @Override
    public TestStore store() {
        return new MemoryTestStore();
    }
}
