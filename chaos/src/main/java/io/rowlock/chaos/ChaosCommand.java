package io.rowlock.chaos;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.client.Contestant;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.plan.Amounts;
import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.chaos.publish.Checkout;
import io.rowlock.chaos.publish.Publication;
import io.rowlock.chaos.publish.Tables;
import io.rowlock.chaos.report.Page;
import io.rowlock.chaos.report.TextReport;
import io.rowlock.chaos.report.Verdict;
import io.rowlock.chaos.run.ChaosRun;
import io.rowlock.chaos.run.DatabaseSystem;
import io.rowlock.chaos.trial.TrialReport;
import io.rowlock.engines.machine.Source;
import io.rowlock.engines.process.SystemFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the chaos harness. */
@Command(
        name = "rowlock chaos",
        mixinStandardHelpOptions = true,
        description = "Breaks everything around processes that use locks, and checks what became of the promises.",
        footer = {
            "",
            "Ends with 0 when no promise was broken, with 1 when one was, with 2 when something was typed wrong, with 3 when",
            "the run itself has failed or its histories are damaged, and with 4 when no promise was broken but the run has not",
            "made as much as it was asked for. The page, report.html, explains each violation.",
            "Databases are started from Maven artifacts, on this machine, and leave nothing behind."
        })
final class ChaosCommand implements Callable<Integer> {
    private static final int GOAL_MISSED = 4;

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            defaultValue = "postgresql",
            description = "The database: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private EngineName engine = EngineName.POSTGRESQL;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            defaultValue = "2",
            description = "How long, in minutes. Default: ${DEFAULT-VALUE}.")
    private double minutes;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "KIND",
            description = "The faults to inject. Default: all. --list names them.")
    private List<String> faults = List.of();

    @Option(
            names = "--acquisitions",
            paramLabel = "N",
            description = "Go on after the time until so many locks were granted.")
    private long acquisitions;

    @Option(
            names = "--guard-races",
            paramLabel = "N",
            description = "Go on until so many guarded transactions have ended after their hold.")
    private long guardRaces;

    @Option(names = "--cuts", paramLabel = "N", description = "Go on until so many connections were cut at a byte.")
    private long cuts;

    @Option(
            names = "--at-most",
            paramLabel = "M",
            description =
                    "With one of these three: end after so many minutes all the same, with status 4. Default: three times"
                            + " --minutes.")
    private @Nullable Double atMost;

    @Option(
            names = "--publish",
            description =
                    "Keep the report in docs/reliability. Rejected unless the code that ran was built from a clean tree, and"
                            + " core/src/main is still the same; and if a trial leaves out a bug, or a run has not made as much"
                            + " as it was asked for. With --table: write the"
                            + " tables into docs/reliability.md.")
    private boolean publish;

    @Option(names = "--table", description = "Run nothing: print the tables that the kept reports make.")
    private boolean table;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Decides the plan: what is done when. Default: another each time.")
    private @Nullable Long seed;

    @Option(
            names = "--client",
            paramLabel = "NAME",
            defaultValue = "rowlock",
            description = "The library to test: rowlock, shedlock or spring-integration. Default: ${DEFAULT-VALUE}.")
    private String client = "rowlock";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where histories and report go. Default: target/chaos/ENGINE-SEED.")
    private @Nullable Path out;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = "Run nothing: check and show what an earlier run left there.")
    private @Nullable Path from;

    @Option(
            names = "--trial",
            description = "Put the harness on trial: run the library with each of the seeded bugs, and see it caught.")
    private boolean trial;

    @Option(names = "--bug", split = ",", paramLabel = "NAME", description = "With --trial: only these bugs.")
    private List<String> bugs = List.of();

    @Option(names = "--list", description = "Say which faults there are.")
    private boolean list;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, SQLException {
        if (list) {
            Arrays.stream(FaultKind.values())
                    .forEach(kind -> System.out.println(String.format("  %-17s %s", kind, kind.words())));
            return 0;
        }
        if (table) {
            return tables();
        }
        if (trial) {
            return tryBugs();
        }
        return from == null ? run() : show(from);
    }

    private int tables() throws IOException {
        Tables tables = new Tables(Checkout.here());
        if (publish) {
            System.out.println("  " + tables.write());
        } else {
            System.out.print(tables.text());
        }
        return 0;
    }

    private int tryBugs() throws IOException, SQLException {
        bugs.forEach(SeededBug::named);
        requirePublishable(Source.ofThisProcess());
        Path directory = Files.createDirectories(out == null ? Path.of("target", "chaos", "trial") : out);
        DatabaseSystem.faults();
        Trials trials = new Trials(engine, directory, seed == null ? 1 : seed, System.err);
        if (publish) {
            Publication.requireWhole(bugs, trials.skipped(bugs));
        }
        TrialReport report = trials.run(bugs);
        System.out.println(report.text());
        Files.writeString(directory.resolve("trial.txt"), report.text());
        if (publish) {
            keep("trial", Source.ofThisProcess(), trialHeader() + report.text());
        }
        return report.isRight() ? 0 : 1;
    }

    private String trialHeader() {
        Source source = Source.ofThisProcess();
        return "  ./rowlock chaos %s, %s%n  commit %s%n  tree %s%n%n"
                .formatted(typed(), LocalDate.now(ZoneOffset.UTC), source.commit(), source.tree());
    }

    private String typed() {
        return String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }

    private void requirePublishable(Source source) {
        if (publish) {
            new Publication(Checkout.here()).require(source);
        }
    }

    private static void keep(String name, Source source, String text) throws IOException {
        System.out.println("  " + new Publication(Checkout.here()).keep(name, source, text));
    }

    private int run() throws IOException, SQLException {
        requirePublishable(Source.ofThisProcess());
        Contestant tested = Contestant.named(client);
        List<FaultKind> kinds = kinds();
        long chosen = seed == null ? System.nanoTime() % 1_000_000 : seed;
        Path directory = out == null ? Path.of("target", "chaos", engine + "-" + chosen) : out;
        SystemFaults system = DatabaseSystem.faults();
        RunPlan plan = new RunPlan(
                engine.engine(),
                tested,
                "",
                kinds,
                Duration.ofMillis(Math.round(minutes * 60_000)),
                chosen,
                RunPlan.Size.USUAL,
                directory);
        Runs.clear(directory);
        Goal goal = goal();
        Facts facts = goal.asked()
                .in(Runs.facts(plan, typed()))
                .with("database", engine.toString())
                .with("skipped", faults.isEmpty() ? engine.skipped() : "");
        new ChaosRun(plan, system).run(facts, new Progress(plan, goal, System.err));
        return show(directory);
    }

    private Goal goal() {
        double longest = atMost == null ? minutes * 3 : atMost;
        return new Goal(new Amounts(acquisitions, guardRaces, cuts), Duration.ofMillis(Math.round(longest * 60_000)));
    }

    private List<FaultKind> kinds() {
        List<FaultKind> asked = faults.stream().map(FaultKind::named).toList();
        if (!engine.faults().containsAll(asked)) {
            throw new ParameterException(
                    spec.commandLine(),
                    asked.stream()
                                    .flatMap(kind -> engine.obstacle(kind).stream())
                                    .collect(Collectors.joining("; ", "these faults cannot be had: ", ". There are "))
                            + engine.faults());
        }
        return asked.isEmpty() ? List.copyOf(engine.faults()) : asked;
    }

    private int show(Path directory) throws IOException {
        Verdict verdict = Verdict.of(directory);
        String text = TextReport.of(verdict);
        System.out.println(text);
        Files.writeString(directory.resolve("report.txt"), text);
        Path page = directory.resolve("report.html");
        Files.writeString(page, Page.of(verdict));
        System.out.println("  " + page.toAbsolutePath());
        if (!verdict.isGoalReached()) {
            return missed(verdict);
        }
        if (publish) {
            keep(name(verdict.histories().facts()), verdict.histories().facts().source(), text);
        }
        return verdict.isClean() ? 0 : 1;
    }

    /** The report of a run that has ended too early is no evidence of as much as its command says. */
    private int missed(Verdict verdict) {
        String nothing = publish ? "nothing is published: " : "";
        spec.commandLine()
                .getErr()
                .println("rowlock chaos: " + nothing + "the run has ended before it made what it was asked for ("
                        + String.join("; ", verdict.goals()) + "). Run it again with a larger --at-most.");
        return verdict.isClean() ? GOAL_MISSED : 1;
    }

    private static String name(Facts facts) {
        String client = facts.text("client").equals(Contestant.ROWLOCK.toString()) ? "" : facts.text("client") + "-";
        return client + facts.text("database") + "-" + facts.text("seed");
    }
}
