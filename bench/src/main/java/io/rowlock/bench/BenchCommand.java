package io.rowlock.bench;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.measure.MachineLoad;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.report.Facts;
import io.rowlock.bench.scenario.Scenarios;
import io.rowlock.engines.machine.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the benchmark. */
@Command(
        name = "rowlock bench",
        mixinStandardHelpOptions = true,
        description = "Measures Rowlock beside its peers and the raw limits, in one run.",
        footer = {
            "",
            "Databases, Redis and ZooKeeper are started from Maven artifacts, on this machine. Compare only within a run:",
            "the time a disk takes to make a commit durable varies tenfold from one minute to the next."
        })
final class BenchCommand implements Callable<Integer> {
    @Option(names = "--quick", description = "A first look at PostgreSQL, within two minutes.")
    private boolean quick;

    @Option(
            names = "--engine",
            split = ",",
            paramLabel = "NAME",
            description = "Databases: ${COMPLETION-CANDIDATES}. Default: all of them; with --quick, postgresql.")
    private List<EngineName> engines = new ArrayList<>();

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description =
                    "The scenarios to measure: pairs, delayed, connections, hand-over, contended, holding, growth, depth, footprint. Default: all; with --quick, all but delayed, contended and depth.")
    private List<String> scenarios = new ArrayList<>();

    @Option(
            names = "--contestant",
            split = ",",
            paramLabel = "NAME",
            description = "The libraries to measure: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<Contestant> contestants = new ArrayList<>();

    @Option(names = "--threads", split = ",", paramLabel = "N", description = "How many threads, each in turn.")
    private List<Integer> threads = new ArrayList<>();

    @Option(names = "--rounds", paramLabel = "N", description = "How often each number is taken. Default: 7.")
    private int rounds;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Shuffles the contestants.")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "target/bench",
            description = "Where the results go. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("target/bench");

    @Option(
            names = "--from",
            split = ",",
            paramLabel = "DIR",
            description = "Measure nothing: show what an earlier run left there, or several runs of different work.")
    private List<Path> from = new ArrayList<>();

    @Option(names = "--write-docs", description = "Put the figures and plots into docs/benchmarks.md.")
    private boolean writeDocs;

    @Option(names = "--goals", description = "Show the maintainers' goals as well, and which of them this run has met.")
    private boolean goals;

    @Option(names = "--jmh", description = "Measure the hot paths inside the process instead, with JMH.")
    private boolean jmh;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        if (jmh) {
            MicroBenchmarks.run(quick);
            return 0;
        }
        if (!from.isEmpty()) {
            return show(Output.readFrom(from));
        }
        requirePublishable(Source.ofThisProcess());
        Run run = new Run(engines(), scenarios(), contestants, plan());
        Facts facts = Surroundings.of(
                run, String.join(" ", spec.commandLine().getParseResult().originalArgs()));
        Run.Outcome outcome = run.measure(System.err);
        Output output = new Output(
                outcome.results(),
                facts.with(Facts.OTHERS_DURING, outcome.otherWork()).with(Facts.BUSY_AFTER, MachineLoad.sample()));
        output.writeTo(out);
        show(output);
        outcome.failures().forEach(failure -> System.out.println("failed: " + failure));
        return outcome.failures().isEmpty() ? 0 : 1;
    }

    /** Published figures name a commit from which anyone can measure them again. */
    private void requirePublishable(Source source) {
        if (writeDocs && !source.isClean()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--write-docs: nothing is measured, because the classes that would run were not built from a commit alone ("
                            + source + "); commit your changes, and let ./rowlock build them");
        }
    }

    private int show(Output output) throws IOException {
        if (writeDocs) {
            output.writeDocumentation(home().resolve("docs"));
        }
        System.out.println(output.text());
        if (goals) {
            System.out.println(output.goals());
        }
        return 0;
    }

    /** Where the repository is: the launcher says so. */
    private static Path home() {
        return Path.of(System.getProperty("rowlock.home", "."));
    }

    private List<EngineName> engines() {
        if (!engines.isEmpty()) {
            return engines;
        }
        return quick ? List.of(EngineName.postgresql) : List.of(EngineName.values());
    }

    /** A table of some size takes longer to fill than there is time for a first look. */
    private List<String> scenarios() {
        return scenarios.isEmpty() && quick ? Scenarios.quick() : scenarios;
    }

    private Plan plan() {
        Plan plan = (quick ? Plan.quick() : Plan.full()).withSeed(seed);
        Plan counted = rounds > 0 ? plan.withRounds(rounds) : plan;
        return threads.isEmpty() ? counted : counted.withThreads(threads);
    }
}
