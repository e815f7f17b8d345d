package io.rowlock.bench;

import static io.rowlock.bench.result.Metric.CLIENT_CPU;
import static io.rowlock.bench.result.Metric.LOG;
import static io.rowlock.bench.result.Metric.PAIRS;
import static io.rowlock.bench.result.Metric.PAIR_P50;
import static io.rowlock.bench.result.Metric.SERVER_CPU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import io.rowlock.engines.machine.Prerequisite;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The least of a run: every scenario ends, and leaves a number that can be true. */
class RunTest {
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    @Test
    void everyContestantAcquiresAndReleasesOnPostgreSql() {
        Results results = measure(EngineName.postgresql, List.of("pairs"), List.of());
        assertThat(results.panels()).extracting(Panel::metric).contains(LOG, SERVER_CPU, CLIENT_CPU);
        assertThat(results.measurements())
                .filteredOn(one -> one.key().metric() == PAIRS)
                .hasSameSizeAs(Contestant.values())
                .allSatisfy(one -> assertThat(one.value()).isPositive());
    }

    @ParameterizedTest
    @EnumSource(
            value = EngineName.class,
            names = {"mariadb", "mysql", "h2"})
    @Tag("every-engine")
    void everyLibraryOnADatabaseAcquiresAndReleasesOnEach(EngineName engine) {
        List<Contestant> libraries = Stream.of(Contestant.values())
                .filter(contestant -> contestant.isLibrary() && contestant.service() == Service.DATABASE)
                .toList();
        Results results = measure(engine, List.of("pairs"), libraries);
        assertThat(results.measurements())
                .filteredOn(one -> one.key().metric() == PAIRS)
                .hasSameSizeAs(libraries)
                .allSatisfy(one -> assertThat(one.value()).isPositive());
    }

    @Test
    void aPairOverTheSlowNetworkTakesAtLeastItsTwoRoundTrips() {
        Results results = measure(EngineName.postgresql, List.of("delayed"), List.of(Contestant.SELECTS));
        assertThat(results.median(new Key("delayed", "PostgreSQL", Contestant.SELECTS.label(), 2, PAIR_P50)))
                .hasValueSatisfying(micros -> assertThat(micros).isGreaterThan(3_900));
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
