package io.rowlock.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.liveness.TakeOvers;
import io.rowlock.chaos.history.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a lock takes from its dead holder to the next one, in histories written by hand. */
class TakeOversTest {
    private final HistoryBuilder history = new HistoryBuilder();

    @Test
    void takeOversAreTimedFromTheDeath() {
        history.granted("a", 1, 0, 10)
                .killed("a", 100)
                .fault("kill-worker", 100, 4_000)
                .granted("b", 2, 200, 3_300);
        assertThat(TakeOvers.of(history.histories()).nanos()).containsExactly(3_200_000_000L);
    }

    @Test
    void takeOversWhoseWaiterGaveUpBeforeAreCounted() {
        history.granted("a", 1, 0, 10)
                .killed("a", 100)
                .asked("b", 2, 200, Kind.BUSY, 3_400)
                .granted("b", 3, 3_500, 3_600);
        assertThat(TakeOvers.of(history.histories())).isEqualTo(new TakeOvers(List.of(), 1));
    }

    @Test
    void aWaiterThatGaveUpBeforeTheLockCameFreeMissedNothing() {
        history.granted("a", 1, 0, 10)
                .killed("a", 100)
                .asked("b", 2, 200, Kind.BUSY, 220)
                .granted("b", 3, 3_500, 3_600);
        assertThat(TakeOvers.of(history.histories())).isEqualTo(new TakeOvers(List.of(), 0));
    }

    @Test
    void takeOversThatSomethingElseHeldUpAreNotTimed() {
        history.granted("a", 1, 0, 10)
                .killed("a", 100)
                .fault("cut", 1_000, 2_000)
                .granted("b", 2, 200, 3_300);
        assertThat(TakeOvers.of(history.histories()).nanos()).isEmpty();
    }
}
