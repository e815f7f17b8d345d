package io.rowlock.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockSetupException;
import io.rowlock.testkit.engine.DemotableEngine;

/** A read replica cannot serve, and says so at the start. */
public interface ReplicaContract extends Contract {

    @Override
    DemotableEngine engine();

    /** Alone, for meanwhile nobody can write. */
    @HeavyPromise
    default void aReadReplicaIsRefusedAtTheStartUntilItIsPromoted(Bench bench) {
        String name = bench.name("promoted");
        engine().demote();
        try {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(bench::client)
                    .withMessageContaining("read");
        } finally {
            engine().promote();
        }
        try (Hold hold = bench.client().lock(name).acquire()) {
            assertThat(hold.check()).isTrue();
        }
    }
}
