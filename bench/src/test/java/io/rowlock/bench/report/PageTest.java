package io.rowlock.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.label.Figures;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Measurement;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.result.Results;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTest {
    private static final String EMPTY = """
            Before.
            <!-- figures: unfavourable -->
            old
            <!-- end -->
            Between.
            <!-- figures: pairs -->
            <!-- end -->
            After.
            """;

    private final Page page = new Page(Figures.results(), new Facts(Map.of("date", "today")));

    @Test
    void figuresReplaceWhatStoodThereAndProseStays() {
        String filled = page.filled(EMPTY);
        assertThat(filled)
                .contains("Before.", "Between.", "After.", "pairs-postgresql-pairs.svg")
                .doesNotContain("old");
    }

    @Test
    void fillingTwiceChangesNothingMore() {
        String once = page.filled(EMPTY);
        assertThat(page.filled(once)).isEqualTo(once);
    }

    @Test
    void anUnfavourableResultIsStatedAndAFavourableOneIsNot() {
        assertThat(Unfavourable.of(Figures.results()).lines())
                .containsExactly("- pairs, PostgreSQL, 1: Redisson, no persistence 200 pairs/s, Rowlock 100.");
    }

    @Test
    void aRunOnALoadedMachineSaysSoAboveItsFacts() {
        Facts facts = new Facts(Map.of("machine", "2 cores", Facts.LOAD_AVERAGE, "6.5"));
        String filled = new Page(Figures.results(), facts).filled("<!-- figures: run -->\n<!-- end -->\n");
        assertThat(filled)
                .startsWith("<!-- figures: run -->\n\n> LOADED MACHINE")
                .contains("| machine | 2 cores |");
    }

    @Test
    void nothingAgainstNothingIsNotUnfavourable() {
        Key key = new Key("holding", "PostgreSQL", Contestant.ROWLOCK.label(), 1, Metric.RENEWAL_CPU);
        Results results = new Results(List.of(new Measurement(key, 1, 0)));
        assertThat(Unfavourable.of(results)).isEqualTo("None in this run.\n");
    }
}
