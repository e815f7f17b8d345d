package io.rowlock.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Measurement;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.result.Results;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BesideTableTest {
    private static final Key ROWLOCK = new Key("pairs", "PostgreSQL", "Rowlock", 64, Metric.PAIRS);
    private static final Key CURATOR = ROWLOCK.of("Curator");
    private static final Results RESULTS = new Results(List.of(
            new Measurement(ROWLOCK, 1, 20_000),
            new Measurement(ROWLOCK.of(Metric.PAIR_P99), 1, 4_000),
            new Measurement(ROWLOCK.of(Metric.LOG), 1, 445),
            new Measurement(CURATOR, 1, 4_000),
            new Measurement(CURATOR.of(Metric.PAIR_P99), 1, 3_000)));
    private static final Facts NO_FACTS = new Facts(Map.of());

    @Test
    void costsStandBesideTheRateInTheText() {
        assertThat(TextReport.of(RESULTS, NO_FACTS)).containsOnlyOnce("p99").contains("""
              threads: 64  pairs/s  p99 (µs)  log a pair (bytes)
              Rowlock       20,000     4,000                 445
              Curator        4,000     3,000                   –
            """);
    }

    @Test
    void theyStandBelowThePlotOnThePageAndHaveNone() {
        assertThat(filled("pairs"))
                .contains("| threads: 64 | pairs/s | p99 (µs) | log a pair (bytes) |", "pairs-postgresql-pairs.svg")
                .doesNotContain("p99.svg");
    }

    @Test
    void aWorseCostIsUnfavourableByItsName() {
        assertThat(Unfavourable.of(RESULTS))
                .isEqualTo("- pairs, PostgreSQL, 64, p99: Curator 3,000 µs, Rowlock 4,000.\n");
    }

    @Test
    void aScenarioThatWasNotMeasuredSaysSo() {
        assertThat(filled("footprint,memory")).contains("Not measured in this run.");
        assertThat(filled("contended,pairs")).contains("pairs-postgresql-pairs.svg");
    }

    @Test
    void figuresOfDifferentThingsHaveATableAndNoPlot() {
        Key idle = new Key("footprint", "PostgreSQL", "threads", 1, Metric.IDLE);
        Page page = new Page(new Results(List.of(new Measurement(idle, 1, 3))), NO_FACTS);
        assertThat(page.filled("<!-- figures: footprint -->\n<!-- end -->\n"))
                .contains("PostgreSQL: an idle client (count)", "| threads | 3 |")
                .doesNotContain("svg");
    }

    private static String filled(String names) {
        return new Page(RESULTS, NO_FACTS).filled("<!-- figures: " + names + " -->\n<!-- end -->\n");
    }
}
