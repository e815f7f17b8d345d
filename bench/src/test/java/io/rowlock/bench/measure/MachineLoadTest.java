package io.rowlock.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineLoadTest {

    @Test
    void timeThatIsNotIdleIsBusyAndGuestsAreNotCountedTwice() {
        assertThat(MachineLoad.parse("cpu  10 20 30 400 5 6 7 8 1000 2000")).isEqualTo(new MachineLoad(81, 5, 486));
    }

    @Test
    void theShareIsThatOfTheTimeInBetween() {
        assertThat(new MachineLoad(140, 10, 600).since(new MachineLoad(100, 0, 400)))
                .hasValue(0.25);
    }

    @Test
    void whereNothingIsCountedNothingIsKnown() {
        assertThat(new MachineLoad(0, 0, 0).since(new MachineLoad(0, 0, 0))).isEmpty();
    }

    @Test
    void otherWorkIsTheMachinesLessOurOwn() {
        OtherWork before = new OtherWork(new MachineLoad(100_000, 0, 1_000_000), 80_000);
        OtherWork after = new OtherWork(new MachineLoad(190_000, 50_000, 1_200_000), 150_000);
        assertThat(after.since(before)).hasValue(0.1);
    }

    @Test
    void aMomentIsTooShortToTellOtherWork() {
        OtherWork before = new OtherWork(new MachineLoad(100, 0, 1_000), 80);
        OtherWork after = new OtherWork(new MachineLoad(102, 0, 1_003), 80);
        assertThat(after.since(before)).isEmpty();
    }

    @Test
    void theWorkOfThisProcessIsItsOwn() {
        OtherWork before = OtherWork.now();
        long sum = 0;
        for (int number = 0; number < 400_000_000; number++) {
            sum += number ^ sum;
        }
        OtherWork after = OtherWork.now();
        assertThat(sum).isNotZero();
        assertThat(after.ownTicks()).isGreaterThan(before.ownTicks());
    }
}
