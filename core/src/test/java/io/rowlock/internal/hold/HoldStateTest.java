package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockDefinition;
import io.rowlock.LockEvent.LossReason;
import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.hold.HoldState.Loss;
import io.rowlock.internal.hold.HoldState.State;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deadlines, renewals and losses of a single hold, on a clock that moves by hand. {@link HoldTransitionsTest} has its table of states. */
class HoldStateTest {
    @Test
    void itIsHeldUntilItsDeadlineAndNoLonger() {
        ObservedHold subject = new ObservedHold();
        subject.ticker.pass(ObservedHold.HELD_FOR.minusNanos(1));
        assertThat(subject.hold.isHeld()).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(Duration.ofNanos(1));
        subject.ticker.pass(Duration.ofNanos(1));
        assertThat(subject.hold.isHeld()).isFalse();
        assertThat(subject.hold.remaining()).isZero();
        assertThat(subject.hold.takeLoss()).map(Loss::reason).contains(LossReason.EXPIRED);
    }

    @Test
    void aRenewalCountsFromItsSending() {
        ObservedHold subject = new ObservedHold();
        long sentAt = subject.ticker.nanos();
        subject.ticker.pass(Duration.ofSeconds(9));
        assertThat(subject.hold.renewed(Renewal.PLAIN, sentAt)).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(ObservedHold.HELD_FOR.minusSeconds(9));
        assertThat(subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos())).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(ObservedHold.HELD_FOR);
    }

    @Test
    void aRenewalForLongerCountsAndNoLaterOneShortensIt() {
        ObservedHold subject = new ObservedHold();
        Terms hour = Timing.terms(LockDefinition.of("hour").withLease(Duration.ofHours(1)));
        Renewal longer = new Renewal.Longer(hour, new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1)));
        Duration believed = Duration.ofNanos(Timing.beliefNanos(hour.lease()));

        assertThat(subject.hold.renewed(longer, subject.ticker.nanos())).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(believed);
        assertThat(subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos())).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(believed);

        subject.ticker.pass(Duration.ofSeconds(12));
        assertThat(subject.hold.isDue(subject.ticker.nanos()))
                .as("renewed as before")
                .isTrue();
    }

    @Test
    void aRenewalThatIsAnsweredTooLateChangesNothing() {
        ObservedHold subject = new ObservedHold();
        subject.ticker.pass(ObservedHold.HELD_FOR);
        assertThat(subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos() - 1))
                .isFalse();
        assertThat(subject.hold.state()).isEqualTo(State.LOST);
    }

    @Test
    void anOlderReplyDoesNotShortenIt() {
        ObservedHold subject = new ObservedHold();
        assertThat(subject.hold.renewed(Renewal.PLAIN, subject.start - 1)).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(ObservedHold.HELD_FOR);
    }

    @Test
    void onlyARenewalSentAfterTheTransactionShowsThatItWasRolledBack() {
        ObservedHold subject = new ObservedHold();
        subject.hold.on(Event.TRANSACTION_BEGUN);
        subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos());
        assertThat(subject.hold.state()).as("the row was not locked yet").isEqualTo(State.RELEASING);
        subject.ticker.pass(Duration.ofSeconds(1));
        assertThat(subject.hold.probeFrom(subject.ticker.nanos())).isTrue();
        subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos() - 1);
        assertThat(subject.hold.state()).isEqualTo(State.RELEASING);
        subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos());
        assertThat(subject.hold.state()).isEqualTo(State.HELD);
        assertThat(subject.hold.remaining()).isEqualTo(ObservedHold.HELD_FOR);
    }

    @Test
    void theDatabasesWordComesBeforeADeadlineThatNobodyHasNoticed() {
        ObservedHold subject = new ObservedHold();
        subject.ticker.pass(ObservedHold.HELD_FOR);
        subject.hold.on(Event.NOT_OWNER);
        assertThat(subject.hold.takeLoss()).map(Loss::reason).contains(LossReason.REVOKED_OR_TAKEN);
    }

    @Test
    void closingReadsNoBootClockAndEveryOtherEventDoes() {
        for (Event event : Event.values()) {
            SleepingTicker ticker = new SleepingTicker();
            HoldState hold = new HoldState(ticker, LockDefinition.of("lock"), HoldKind.LEASE, ticker.nanos());
            hold.on(event);
            assertThat(ticker.bootReadings).as(event.name()).isEqualTo(event == Event.CLOSED ? 0 : 1);
        }
    }

    /** Its release finds out whether others had the lock meanwhile. */
    @Test
    void aHoldThatIsClosedBeforeAnyoneNoticedThatTheMachineSleptIsReleased() {
        SleepingTicker ticker = new SleepingTicker();
        HoldState hold = new HoldState(ticker, LockDefinition.of("lock"), HoldKind.LEASE, ticker.nanos());
        ticker.slept = Duration.ofHours(1).toNanos();
        assertThat(hold.on(Event.CLOSED)).isEqualTo(State.HELD);
        assertThat(hold.state()).isEqualTo(State.RELEASED);
        assertThat(hold.takeLoss()).isEmpty();
    }

    @Test
    void aHoldIsLostWhenItIsClosedAfterSomeoneNoticedThatTheMachineSlept() {
        SleepingTicker ticker = new SleepingTicker();
        HoldState hold = new HoldState(ticker, LockDefinition.of("lock"), HoldKind.LEASE, ticker.nanos());
        ticker.slept = Duration.ofHours(1).toNanos();
        ticker.nanosForSure();
        assertThat(hold.on(Event.CLOSED)).isEqualTo(State.LOST);
        assertThat(hold.takeLoss()).map(Loss::reason).contains(LossReason.EXPIRED);
    }

    /** Stands still while the machine sleeps, until the boot clock is read. */
    private static final class SleepingTicker implements Ticker {
        private long slept;
        private long known;
        private int bootReadings;

        @Override
        public long nanos() {
            return known;
        }

        @Override
        public long nanosForSure() {
            bootReadings++;
            known = slept;
            return known;
        }
    }

    @Test
    void actionsAreHandedOutWithTheLossAndRunByTheCallerAfterIt() {
        ObservedHold subject = new ObservedHold();
        Runnable action = () -> {};
        assertThat(subject.hold.addLossAction(action)).isTrue();
        assertThat(subject.hold.takeLoss()).isEmpty();
        subject.hold.on(Event.NOT_OWNER);
        assertThat(subject.hold.takeLoss()).map(Loss::actions).contains(List.of(action));
        assertThat(subject.hold.addLossAction(action)).isFalse();
        assertThat(subject.hold.takeLoss()).isEmpty();
        assertThat(subject.hold.takeLostRelease()).isTrue();
        assertThat(subject.hold.takeLostRelease()).isFalse();
    }
}
