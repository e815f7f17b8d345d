package io.rowlock.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MicrosTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "999, 1", "1000, 1", "1001, 2", "86400000000000, 86400000000"})
    void aDurationIsRoundedUpSoThatNothingIsHonouredForLessThanWasPromised(long nanos, long micros) {
        assertThat(Micros.of(Duration.ofNanos(nanos))).isEqualTo(micros);
    }

    @Test
    void aMomentIsCountedFrom1970InUtc() {
        assertThat(Micros.toInstant(1_794_736_131_427_361L)).isEqualTo(Instant.parse("2026-11-15T09:48:51.427361Z"));
    }
}
