package io.rowlock.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL behind a data source that says it unwraps the driver's own objects, but returns wrapped ones. */
class PostgresRewrappedTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void locksWorkAlthoughTheDriverIsWrappedAgain(boolean connections) {
        RewrappingDataSource source =
                new RewrappingDataSource(Engines.postgres().dataSource(), connections);
        try (Rowlock client = Rowlock.builder(source).table("rowlock_rewrapped").build();
                Hold hold = client.lock("rewrapped").acquire()) {
            hold.renew();
            assertThat(hold.check()).isTrue();
            assertThat(client.lock("rewrapped").tryAcquire()).isEmpty();
        }
    }
}
