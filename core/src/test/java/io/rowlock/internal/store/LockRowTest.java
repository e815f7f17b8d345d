package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.LockStatus.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LockRowTest {
    private static final String SOMEONE = "0123456789abcdef0123456789abcdef";
    private static final long EXPIRES = 100;
    private static final long GRACE = 10;

    @ParameterizedTest
    @CsvSource({"99, HELD", "100, EXPIRED", "110, EXPIRED", "1000, EXPIRED"})
    void aHeldLockIsExpiredFromTheEndOfItsLeaseOn(long now, State state) {
        assertThat(row(SOMEONE, 0).status(now, 0).state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"199, KEPT", "200, FREE"})
    void aReleasedLockIsKeptAsLongAsItsDefinitionAsked(long now, State state) {
        assertThat(row(null, 200).status(now, 0).state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"50, HELD", "150, KEPT", "200, EXPIRED"})
    void aHolderThatDiedLeavesItsLockKept(long now, State state) {
        assertThat(row(SOMEONE, 200).status(now, 0).state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"50, REVOKED", "109, REVOKED", "110, FREE"})
    void aRevokedLockIsFreeOnceExpiryAndGraceHavePassed(long now, State state) {
        assertThat(row(LockRow.REVOKED, 0).status(now, 0).state()).isEqualTo(state);
    }

    @Test
    void aLockCanBeTakenOnceLeaseAndGraceAndKeepForHavePassed() {
        assertThat(row(SOMEONE, 0).freeAt()).isEqualTo(EXPIRES + GRACE);
        assertThat(row(SOMEONE, 200).freeAt()).isEqualTo(200);
        assertThat(row(null, 0).freeAt()).isZero();
    }

    @Test
    void aLockIsTakenUntilItIsReleasedAndNoLongerKept() {
        assertThat(row(SOMEONE, 0).isTaken(1000)).isTrue();
        assertThat(row(null, 200).isTaken(199)).isTrue();
        assertThat(row(null, 200).isTaken(200)).isFalse();
    }

    @Test
    void untilIsTheEndOfTheLeaseAndForAKeptLockTheEndOfItsKeeping() {
        assertThat(row(SOMEONE, 0).status(50, 0).until()).isEqualTo(Instant.EPOCH.plusNanos(100_000));
        assertThat(row(null, 200).status(50, 0).until()).isEqualTo(Instant.EPOCH.plusNanos(200_000));
    }

    private static LockRow row(@Nullable String requestId, long keptUntil) {
        return new LockRow(
                LockKey.of("a"),
                7,
                requestId,
                new LockRow.Times(1, EXPIRES, GRACE, keptUntil),
                new LockRow.Counts(1, 0),
                "someone");
    }
}
