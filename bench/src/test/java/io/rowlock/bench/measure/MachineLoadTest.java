package io.rowlock.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineLoadTest {

    @Test
    void timeThatIsNotIdleIsBusyAndGuestsAreNotCountedTwice() {
        assertThat(MachineLoad.parse("cpu  10 20 30 400 5 6 7 8 1000 2000")).isEqualTo(new MachineLoad(86, 486));
    }

    @Test
    void theShareIsThatOfTheTimeInBetween() {
        assertThat(new MachineLoad(150, 600).since(new MachineLoad(100, 400))).hasValue(0.25);
    }

    @Test
    void whereNothingIsCountedNothingIsKnown() {
        assertThat(new MachineLoad(0, 0).since(new MachineLoad(0, 0))).isEmpty();
    }
}
