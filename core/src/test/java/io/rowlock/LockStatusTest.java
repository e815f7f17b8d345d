package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockStatus.State;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LockStatusTest {
    private static final Instant LATER = Instant.EPOCH.plusSeconds(30);

    @Test
    void eachPartIsTheOneThatWasGiven() {
        LockStatus status = held().build();
        assertThat(status.key()).isEqualTo(LockKey.of("report"));
        assertThat(status.name()).isEqualTo("report");
        assertThat(status.state()).isEqualTo(State.HELD);
        assertThat(status.owner()).isEqualTo("host/1");
        assertThat(status.token()).isEqualTo(7);
        assertThat(status.since()).isEqualTo(Instant.EPOCH.plusSeconds(1));
        assertThat(status.until()).isEqualTo(LATER);
        assertThat(status.renewals()).isEqualTo(2);
        assertThat(status.grants()).isEqualTo(5);
        assertThat(status.waiters()).isEqualTo(1);
        assertThat(status.asOf()).isEqualTo(Instant.EPOCH.plusSeconds(9));
    }

    @Test
    void aPartThatIsNotGivenIsThatOfAFreeLock() {
        LockStatus free = LockStatus.builder(LockKey.of("report")).build();
        assertThat(free.state()).isEqualTo(State.FREE);
        assertThat(free.owner()).isEmpty();
        assertThat(free.grants()).isZero();
    }

    @Test
    void statusesAreEqualIfAllTheirPartsAre() {
        LockStatus status = held().build();
        assertThat(held().build()).isEqualTo(status).hasSameHashCodeAs(status);
        List<UnaryOperator<LockStatus.Builder>> changes = List.of(
                change -> change.state(State.KEPT),
                change -> change.owner("host/2"),
                change -> change.token(8),
                change -> change.since(LATER),
                change -> change.until(Instant.EPOCH),
                change -> change.renewals(3),
                change -> change.grants(6),
                change -> change.waiters(2),
                change -> change.asOf(LATER));
        assertThat(changes)
                .extracting(change -> change.apply(held()).build())
                .doesNotHaveDuplicates()
                .doesNotContain(status);
        assertThat(LockStatus.builder(LockKey.of("a")).build())
                .isNotEqualTo(LockStatus.builder(LockKey.of("b")).build());
    }

    @Test
    void theTextNamesAllParts() {
        assertThat(held().build())
                .hasToString("LockStatus[key=report, state=HELD, owner=host/1, token=7, since=1970-01-01T00:00:01Z,"
                        + " until=1970-01-01T00:00:30Z, renewals=2, grants=5, waiters=1, asOf=1970-01-01T00:00:09Z]");
    }

    private static LockStatus.Builder held() {
        return LockStatus.builder(LockKey.of("report"))
                .state(State.HELD)
                .owner("host/1")
                .token(7)
                .since(Instant.EPOCH.plusSeconds(1))
                .until(LATER)
                .renewals(2)
                .grants(5)
                .waiters(1)
                .asOf(Instant.EPOCH.plusSeconds(9));
    }
}
