package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LockTimeoutExceptionTest {
    private static final LockKey KEY = LockKey.of("report");
    private static final LockStatus HELD = LockStatus.builder(KEY)
            .state(LockStatus.State.HELD)
            .owner("host\u202e/1")
            .token(7)
            .until(Instant.EPOCH.plusSeconds(30))
            .renewals(2)
            .grants(5)
            .build();

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
                .hasMessage("lock 'report' was not free within 0 ms: held by host\\u202E/1 since 1970-01-01T00:00:00Z"
                        + " (token 7, 2 renewals, lease until 1970-01-01T00:00:30Z by the database's clock). It is held"
                        + " by this very process, through the same Rowlock: if the work that waits is part of the work"
                        + " that holds it, hand the hold over; if not, wait longer")
                .returns(true, LockTimeoutException::heldByThisClient);
    }
}
