package io.rowlock.engines.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockSetupException;
import io.rowlock.engines.server.DemotableEngine;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.HeavyPromise;

/** A read replica cannot serve, and says so at startup. */
public interface ReplicaContract extends Contract {

    @Override
    DemotableEngine database();

    /** Alone, because meanwhile nobody can write. */
    @HeavyPromise
    default void aReadReplicaIsRejectedAtStartupUntilItIsPromoted(ContractFixture fixture) {
        String name = fixture.name("promoted");
        database().demote();
        try {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(fixture::client)
                    .withMessageContaining("read");
        } finally {
            database().promote();
        }
        try (Hold hold = fixture.client().lock(name).acquire()) {
            assertThat(hold.check()).isTrue();
        }
    }
}
