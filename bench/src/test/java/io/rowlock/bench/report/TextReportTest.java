package io.rowlock.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.label.Figures;
import io.rowlock.bench.scenario.Goals;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextReportTest {
    private static final Facts QUIET =
            new Facts(Map.of("machine", "2 cores", Facts.LOAD_AVERAGE, "0.2", Facts.BUSY_BEFORE, "1 %"));

    private final String report = TextReport.of(Figures.results(), QUIET);

    @Test
    void theMachineAndItsLoadStandOnTop() {
        assertThat(report).startsWith("""
            machine: 2 cores
            load average at the start: 0.2
            processors busy before the start: 1 %
            """);
        assertThat(TextReport.of(Figures.results(), QUIET.with(Facts.BUSY_AFTER, "80 %")))
                .startsWith("LOADED MACHINE: other work ran on it, which changes these figures.");
    }

    @Test
    void aRatioBelowOneIsALossWhicheverEndOfTheScaleIsTheBetterOne() {
        assertThat(report)
                .contains("""
                      threads: 1                median  quartiles  Rowlock ÷ other
                      Rowlock                      100          –                –
                      Redisson, no persistence     200          –            0.50×
                    """)
                .contains("processes: 2  median  quartiles  other ÷ Rowlock")
                .contains("below 1× the other is")
                .doesNotContain("lead");
    }

    @Test
    void goalsAreShownOnlyToThoseWhoAskForThem() {
        assertThat(report).doesNotContain("goals", "hoped for");
        assertThat(TextReport.goals(Figures.results(), Goals.all())).contains("goals of the maintainers", "hoped for");
    }
}
