package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.hold.Belief.State;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a belief while a transaction that releases the lock is open. */
class SettlingTest {
    private static final long DEADLINE = Duration.ofSeconds(29).toNanos();

    private final AtomicLong now = new AtomicLong();
    private final Belief belief = new Belief(now::get, DEADLINE);

    @Test
    void settlingDoesNotStandAndHasNoTimeLeft() {
        assertThat(belief.turn(State.HELD, State.SETTLING)).isTrue();
        assertThat(belief.state()).isEqualTo(State.SETTLING);
        assertThat(belief.stands()).isFalse();
        assertThat(belief.remaining()).isEqualTo(Duration.ZERO);
    }

    @Test
    void settledByARollbackItStandsUntilTheSameDeadline() {
        belief.turn(State.HELD, State.SETTLING);
        assertThat(belief.turn(State.SETTLING, State.HELD)).isTrue();
        assertThat(belief.remaining()).isEqualTo(Duration.ofNanos(DEADLINE));
        now.set(DEADLINE);
        assertThat(belief.stands()).isFalse();
    }

    @Test
    void aRenewalDoesNotExtendWhatIsSettling() {
        belief.turn(State.HELD, State.SETTLING);
        assertThat(belief.extendTo(2 * DEADLINE)).isFalse();
        assertThat(belief.deadline()).isEqualTo(DEADLINE);
    }

    @Test
    void theDeadlinePassesWhileSettlingToo() {
        belief.turn(State.HELD, State.SETTLING);
        now.set(DEADLINE);
        assertThat(belief.turn(State.SETTLING, State.HELD)).isFalse();
        assertThat(belief.state()).isEqualTo(State.LOST);
        assertThat(belief.turn(State.SETTLING, State.RELEASED)).isFalse();
    }

    @Test
    void theDeadlineIsPassedAlsoWhenTheClockWraps() {
        AtomicLong wrapping = new AtomicLong(Long.MAX_VALUE - 10);
        Belief late = new Belief(wrapping::get, wrapping.get() + 20);
        late.turn(State.HELD, State.SETTLING);
        wrapping.addAndGet(19);
        assertThat(late.state()).isEqualTo(State.SETTLING);
        wrapping.addAndGet(1);
        assertThat(late.state()).isEqualTo(State.LOST);
    }

    @Test
    void whatIsSettlingIsNotEndedAsIfItWereHeld() {
        belief.turn(State.HELD, State.SETTLING);
        assertThat(belief.end(State.DETACHED)).isFalse();
        assertThat(belief.end(State.RELEASED)).isFalse();
        assertThat(belief.turn(State.HELD, State.SETTLING)).isFalse();
        assertThat(belief.state()).isEqualTo(State.SETTLING);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOST", "RELEASED", "DETACHED"})
    void whatHasEndedNeverSettles(State end) {
        belief.end(end);
        assertThat(belief.turn(State.HELD, State.SETTLING)).isFalse();
        assertThat(belief.turn(State.SETTLING, State.HELD)).isFalse();
        now.set(2 * DEADLINE);
        assertThat(belief.state()).isEqualTo(end);
    }
}
