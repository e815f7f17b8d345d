package io.rowlock.bench.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient.Held;
import io.rowlock.bench.client.Names;
import io.rowlock.bench.measure.Crew;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.postgres.PostgresEngine;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchClientTest {
    private static final String NAME = Names.of(0).get(0);

    @SuppressWarnings("NullAway.Init")
    private BatchClient client;

    @BeforeEach
    void open() throws Exception {
        PostgresEngine engine = Engines.postgres();
        Prerequisite.require(engine.availability());
        client = new BatchClient(new Address(engine.jdbcUrl(), engine.user(), engine.password()));
    }

    @AfterEach
    void close() throws Exception {
        client.close();
    }

    @Test
    void aRowIsTakenOnceAndAgainWhenItIsFree() throws Exception {
        Held first = client.take(NAME);
        assertThatIllegalStateException().isThrownBy(() -> client.take(NAME));
        first.release();
        client.take(NAME).release();
    }

    @Test
    void rowsOfManyThreadsAreTakenAndFreedTogether() throws Exception {
        Set<String> taken = ConcurrentHashMap.newKeySet();
        Crew.run(32, 3_200, number -> {
            String name = Names.of(number % 32).get(0);
            Held held = client.take(name);
            assertThat(taken.add(name)).isTrue();
            taken.remove(name);
            held.release();
        });
    }
}
