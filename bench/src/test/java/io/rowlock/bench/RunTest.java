package io.rowlock.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.result.Results;
import io.rowlock.engines.machine.Prerequisite;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The least of a run: every scenario ends, and leaves a number that can be true. */
class RunTest {
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    @Test
    void everyContestantAcquiresAndReleasesOnPostgreSql() {
        Results results = measure(EngineName.postgresql, List.of("pairs"), List.of());
        assertThat(results.measurements())
                .hasSameSizeAs(Contestant.values())
                .allSatisfy(one -> assertThat(one.value()).isPositive());
    }

    @Test
    void everyScenarioLeavesItsFigures() {
        Results results = measure(EngineName.postgresql, List.of(), List.of(Contestant.ROWLOCK));
        assertThat(results.measurements()).extracting(one -> one.key().metric()).contains(Metric.values());
    }

    @Test
    void anEmbeddedDatabaseRunsWhatItCan() {
        Results results = measure(EngineName.h2, List.of("connections", "hand-over"), List.of(Contestant.ROWLOCK));
        assertThat(results.measurements()).extracting(one -> one.key().metric()).containsOnly(Metric.CONNECTIONS);
    }

    @Test
    void aScenarioThatThereIsNotIsRejected() {
        assertThatThrownBy(() -> measure(EngineName.h2, List.of("pears"), List.of()))
                .hasMessageContaining("pears");
    }

    private static Results measure(EngineName engine, List<String> scenarios, List<Contestant> contestants) {
        Prerequisite.require(engine.engine().availability());
        Run.Outcome outcome = new Run(List.of(engine), scenarios, contestants, Plan.smoke()).measure(NOWHERE);
        assertThat(outcome.failures()).isEmpty();
        return outcome.results();
    }
}
