package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LockTimeoutExceptionTest {
    private static final LockKey KEY = LockKey.of("report");
    private static final LockStatus HELD = new LockStatus(
            KEY,
            LockStatus.State.HELD,
            "host\u202e/1",
            7,
            Instant.EPOCH,
            Instant.EPOCH.plusSeconds(30),
            2,
            5,
            0,
            Instant.EPOCH);

    @Test
    void itSaysWhichLockHowLongAndWhoHasIt() {
        assertThat(new LockTimeoutException(KEY, Duration.ofMillis(1500), Optional.of(HELD), false))
                .hasMessage(
                        "lock 'report' was not free within 1500 ms: held by host\\u202E/1 since 1970-01-01T00:00:00Z"
                                + " (token 7, 2 renewals, lease until 1970-01-01T00:00:30Z by the database's clock)");
    }

    @Test
    void itSaysWhenThisVeryProcessHoldsTheLock() {
        assertThat(new LockTimeoutException(KEY, Duration.ZERO, Optional.of(HELD), true))
                .hasMessageContaining("held by this very process")
                .returns(true, LockTimeoutException::heldByThisClient);
    }
}
