package io.rowlock.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.HistoryBuilder;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class OverviewTest {

    @Test
    void everyFaultIsNamedInThePictureItself() {
        HistoryBuilder history = new HistoryBuilder()
                .granted("worker-1", 1, 0, 10)
                .released("worker-1", 1, 30_000)
                .fault("cut", 1_000, 2_000)
                .fault("kill-worker", 5_000, 6_000)
                .granted("worker-2", 2, 31_000, 31_010);
        assertThat(Overview.of(Verdict.of(history.histories()), Map.of()))
                .contains(">cut</text>", ">kill-worker</text>", ">30 s</text>");
    }

    @Test
    void namesThatWouldMeetMoveApartAndStayWithinThePicture() {
        double[] places = Overview.places(new double[] {100, 101, 300, 998, 999}, 1_000);
        assertThat(places).containsExactly(100, 114, 300, 986, 1_000);
        double[] many = Overview.places(
                DoubleStream.iterate(0, place -> place + 1).limit(50).toArray(), 700);
        for (int number = 1; number < many.length; number++) {
            assertThat(many[number] - many[number - 1]).isGreaterThanOrEqualTo(13.9);
        }
    }
}
