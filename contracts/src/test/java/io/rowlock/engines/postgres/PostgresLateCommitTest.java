package io.rowlock.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.rowlock.LockDefinition;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.Rowlock;
import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A claim is judged in time, and then its commit waits for a standby for longer than its client does. Until that commit ends,
 * nobody sees the grant, so "not there" proves nothing; when the standby is back, the grant is there, and nobody was told of it.
 */
class PostgresLateCommitTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    private static final Duration CALL_TIMEOUT = Duration.ofMillis(500);

    /** Longer than the claim can be granted, as its client sees it: the call timeout and two seconds, with room to spare. */
    private static final Duration OUTAGE = Duration.ofSeconds(5);

    @Test
    void aGrantWhoseCommitWaitedTooLongIsGivenBack() throws Exception {
        try (PostgresPair pair = PostgresPair.start();
                Rowlock rowlock = Rowlock.builder(pair.primary())
                        .callTimeout(CALL_TIMEOUT)
                        .build();
                Rowlock other = Rowlock.create(pair.primary())) {
            LockDefinition known = definition("known");
            LockDefinition fresh = definition("fresh");
            rowlock.lock(LockDefinition.of(known.key())).acquire().close();

            pair.stopStandby();
            for (LockDefinition definition : new LockDefinition[] {known, fresh}) {
                assertThat(catchThrowable(() -> rowlock.lock(definition).tryRun(() -> {})))
                        .isInstanceOf(LockOutcomeUnknownException.class);
            }
            TimeUnit.NANOSECONDS.sleep(OUTAGE.toNanos()); // Nothing can be awaited: the point is that time passes.
            pair.startStandby();

            for (LockDefinition definition : new LockDefinition[] {known, fresh}) {
                await("a lock that nobody holds: " + definition.key())
                        .atMost(Duration.ofSeconds(40))
                        .until(() ->
                                other.lock(LockDefinition.of(definition.key())).tryRun(() -> {}));
            }
        }
    }

    private static LockDefinition definition(String name) {
        return LockDefinition.of(name).withKeepFor(Duration.ofHours(1));
    }
}
