package io.rowlock.bench;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.MachineLoad;
import io.rowlock.bench.measure.OtherWork;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.result.Results;
import io.rowlock.bench.scenario.Scenario;
import io.rowlock.bench.scenario.Scenarios;
import io.rowlock.bench.stage.PeerServers;
import io.rowlock.bench.stage.Stage;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A run of the benchmark.
 *
 * @param engines the databases
 * @param scenarios the names of what is measured; empty: all
 * @param contestants who takes part; empty: all
 * @param plan how much is measured
 */
record Run(List<EngineName> engines, List<String> scenarios, List<Contestant> contestants, Plan plan) {

    /**
     * The outcome.
     *
     * @param results the measurements
     * @param failures those that failed
     * @param otherWork the largest share of the processors that other work had during a scenario, in words
     */
    record Outcome(Results results, List<String> failures, String otherWork) {}

    /** A scenario that fails costs its own figures, not those of the hour before. */
    Outcome measure(PrintStream progress) {
        List<Scenario> chosen = chosen();
        Recorder recorder = new Recorder(progress);
        PeerServers peers = new PeerServers();
        List<Double> others = new ArrayList<>();
        for (EngineName name : engines) {
            Stage stage = new Stage(name.engine(), peers);
            for (Scenario scenario : chosen) {
                OtherWork before = OtherWork.now();
                attempt(scenario, stage, recorder);
                OtherWork.now().since(before).ifPresent(others::add);
            }
        }
        return new Outcome(recorder.results(), recorder.failures(), MachineLoad.words(largest(others)));
    }

    private static OptionalDouble largest(List<Double> shares) {
        return shares.stream().mapToDouble(Double::doubleValue).max();
    }

    private void attempt(Scenario scenario, Stage stage, Recorder recorder) {
        String subject = scenario.name() + " on " + stage.name();
        long begin = System.nanoTime();
        recorder.say(subject);
        try {
            stage.engine().availability().orThrow();
            scenario.run(stage, field(scenario, stage), plan, recorder);
        } catch (Exception | AssertionError e) {
            recorder.fail(subject, e);
        }
        recorder.say("  %d s".formatted((System.nanoTime() - begin) / 1_000_000_000));
    }

    /** Those that were named; a name that there is not would else measure nothing, silently. */
    private List<Scenario> chosen() {
        List<String> known = Scenarios.all().stream().map(Scenario::name).toList();
        if (!known.containsAll(scenarios)) {
            throw new IllegalArgumentException("of the scenarios " + scenarios + " only " + known + " exist");
        }
        return Scenarios.all().stream()
                .filter(scenario -> scenarios.isEmpty() || scenarios.contains(scenario.name()))
                .toList();
    }

    /** Peers without a database are measured once, beside the first database. */
    private List<Contestant> field(Scenario scenario, Stage stage) {
        return List.of(Contestant.values()).stream()
                .filter(contestant -> contestants.isEmpty() || contestants.contains(contestant))
                .filter(contestant ->
                        contestant.takesPart(scenario.name(), stage.engine().product()))
                .filter(contestant -> contestant.service() == Service.DATABASE
                        || stage.engine().equals(engines.get(0).engine()))
                .toList();
    }
}
