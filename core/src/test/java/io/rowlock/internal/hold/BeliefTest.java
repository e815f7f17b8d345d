package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.hold.Belief.State;
import io.rowlock.internal.time.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BeliefTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final ManualTicker ticker = new ManualTicker();
    private final Belief belief = new Belief(ticker, ticker.in(LEASE));

    @Test
    void itStandsUntilItsDeadlineAndNoLonger() {
        ticker.pass(LEASE.minusNanos(1));
        assertThat(belief.stands()).isTrue();
        assertThat(belief.remaining()).isEqualTo(Duration.ofNanos(1));
        ticker.pass(Duration.ofNanos(1));
        assertThat(belief.state()).isEqualTo(State.LOST);
        assertThat(belief.remaining()).isZero();
    }

    @Test
    void aRenewalInTimeExtendsIt() {
        ticker.pass(Duration.ofSeconds(9));
        assertThat(belief.extendTo(ticker.in(LEASE))).isTrue();
        ticker.pass(Duration.ofSeconds(9));
        assertThat(belief.stands()).isTrue();
    }

    @Test
    void aRenewalThatComesTooLateIsNone() {
        ticker.pass(LEASE);
        assertThat(belief.extendTo(ticker.in(LEASE))).isFalse();
        assertThat(belief.stands()).isFalse();
    }

    @Test
    void anOlderAnswerDoesNotShortenIt() {
        assertThat(belief.extendTo(ticker.in(Duration.ofSeconds(1)))).isTrue();
        assertThat(belief.remaining()).isEqualTo(LEASE);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOST", "RELEASED", "DETACHED"})
    void itEndsOnce(State how) {
        assertThat(belief.end(how)).isTrue();
        assertThat(belief.end(State.RELEASED)).isFalse();
        assertThat(belief.extendTo(ticker.in(LEASE))).isFalse();
        ticker.pass(LEASE);
        assertThat(belief.state()).isEqualTo(how);
    }

    @Test
    void whileItSettlesItDoesNotStandButMayAgain() {
        assertThat(belief.turn(State.HELD, State.SETTLING)).isTrue();
        assertThat(belief.stands()).isFalse();
        assertThat(belief.extendTo(ticker.in(LEASE))).isFalse();
        assertThat(belief.turn(State.SETTLING, State.HELD)).isTrue();
        assertThat(belief.stands()).isTrue();
    }

    @Test
    void whatDoesNotSettleBeforeItsDeadlineIsLost() {
        belief.turn(State.HELD, State.SETTLING);
        ticker.pass(LEASE);
        assertThat(belief.turn(State.SETTLING, State.HELD)).isFalse();
        assertThat(belief.state()).isEqualTo(State.LOST);
    }

    @Test
    void onceItsDeadlineHasPassedItCanOnlyBeLost() {
        ticker.pass(LEASE);
        assertThat(belief.end(State.RELEASED)).isFalse();
        assertThat(belief.state()).isEqualTo(State.LOST);
    }
}
