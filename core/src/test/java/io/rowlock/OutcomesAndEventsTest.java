package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockEvent.LossReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomesAndEventsTest {
    private static final LockKey KEY = LockKey.of("a");
    private static final Duration MOMENT = Duration.ofMillis(2);
    private final LockStoreException failure = new LockStoreException("broken", null);

    @Test
    void theTextOfAnEventNamesItsKindAndItsParts() {
        assertThat(events())
                .extracting(Object::toString)
                .containsExactly(
                        "Acquired[key=a, token=1, took=PT0.002S]",
                        "Busy[key=a, holder=Optional.empty]",
                        "Waited[key=a, waited=PT0.002S, acquired=true]",
                        "Renewed[key=a, token=1]",
                        "Lost[key=a, token=1, reason=EXPIRED]",
                        "Released[key=a, token=1, held=PT0.002S]",
                        "StoreFailed[operation=renew, keys=[a], cause=io.rowlock.LockStoreException: broken]");
    }

    @Test
    void eventsAreEqualIfKindAndPartsAre() {
        assertThat(events()).isEqualTo(events()).doesNotHaveDuplicates();
        assertThat(events().hashCode()).isEqualTo(events().hashCode());
        assertThat(LockEvent.renewed(KEY, 1)).isNotEqualTo(LockEvent.renewed(KEY, 2));
    }

    @Test
    void theTextOfARevocationNamesItsKindAndItsParts() {
        assertThat(Revocation.revoked(Instant.EPOCH)).hasToString("Revoked[freeAt=1970-01-01T00:00:00Z]");
        assertThat(Revocation.notHeld()).hasToString("NotHeld[]");
        assertThat(Revocation.rowLocked()).hasToString("RowLocked[]");
    }

    @Test
    void revocationsAreEqualIfKindAndPartsAre() {
        Revocation revoked = Revocation.revoked(Instant.EPOCH);
        assertThat(Revocation.revoked(Instant.EPOCH)).isEqualTo(revoked).hasSameHashCodeAs(revoked);
        assertThat(Revocation.revoked(Instant.MAX)).isNotEqualTo(revoked);
        assertThat(Revocation.notHeld()).isEqualTo(Revocation.notHeld()).isNotEqualTo(Revocation.rowLocked());
    }

    @Test
    void findingsAreEqualIfAllTheirPartsAre() {
        Finding warning = Finding.warning("S1", "fsync is off", "switch it on");
        assertThat(Finding.warning("S1", "fsync is off", "switch it on"))
                .isEqualTo(warning)
                .hasSameHashCodeAs(warning);
        assertThat(List.of(
                        Finding.impossible("S1", "fsync is off", "switch it on"),
                        Finding.warning("S2", "fsync is off", "switch it on"),
                        Finding.warning("S1", "something else", "switch it on"),
                        Finding.warning("S1", "fsync is off", "do something")))
                .doesNotHaveDuplicates()
                .doesNotContain(warning);
        assertThat(warning).hasToString("WARNING (S1): fsync is off; switch it on");
    }

    private List<LockEvent> events() {
        return List.of(
                LockEvent.acquired(KEY, 1, MOMENT),
                LockEvent.busy(KEY, Optional.empty()),
                LockEvent.waited(KEY, MOMENT, true),
                LockEvent.renewed(KEY, 1),
                LockEvent.lost(KEY, 1, LossReason.EXPIRED),
                LockEvent.released(KEY, 1, MOMENT),
                LockEvent.storeFailed("renew", List.of(KEY), failure));
    }
}
