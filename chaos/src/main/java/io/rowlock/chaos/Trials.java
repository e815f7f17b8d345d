package io.rowlock.chaos;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.client.Contestant;
import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.chaos.run.DatabaseSystem;
import io.rowlock.chaos.trial.SkippedBug;
import io.rowlock.chaos.trial.Trial;
import io.rowlock.chaos.trial.Trial.Outcome;
import io.rowlock.chaos.trial.TrialReport;
import io.rowlock.engines.Engines;
import io.rowlock.engines.process.SystemFaults;
import io.rowlock.engines.server.ServerEngine;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One trial after the other, and at last one of the library as it is, which must break no rule. */
final class Trials {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Duration CONTROL = Duration.ofSeconds(30);

    private final EngineName name;
    private final ServerEngine engine;
    private final Path directory;
    private final long seed;
    private final PrintStream out;
    private final SystemFaults system = DatabaseSystem.faults();

    Trials(EngineName name, Path directory, long seed, PrintStream out) {
        this.name = name;
        this.engine = name.engine();
        this.directory = directory;
        this.seed = seed;
        this.out = out;
    }

    /** Tries these bugs; all, if none is named. */
    TrialReport run(List<String> names) throws IOException, SQLException {
        List<SkippedBug> skipped = skipped(names);
        skipped.forEach(out::println);
        List<Outcome> outcomes = new ArrayList<>();
        for (SeededBug bug : named(names)) {
            if (canTry(bug)) {
                outcomes.add(run(Optional.of(bug)));
            }
        }
        if (names.isEmpty()) {
            outcomes.add(run(Optional.empty()));
        }
        return new TrialReport(outcomes, skipped);
    }

    /** Those of these bugs that show only under a fault that cannot be had here. */
    List<SkippedBug> skipped(List<String> names) {
        return named(names).stream()
                .filter(bug -> !canTry(bug))
                .map(bug -> new SkippedBug(bug, obstacles(bug)))
                .toList();
    }

    private boolean canTry(SeededBug bug) {
        return name.faults().containsAll(bug.faults());
    }

    private String obstacles(SeededBug bug) {
        return bug.faults().stream()
                .flatMap(fault -> name.obstacle(fault).stream())
                .collect(Collectors.joining("; "));
    }

    private static List<SeededBug> named(List<String> names) {
        return Arrays.stream(SeededBug.values())
                .filter(bug -> names.isEmpty() || names.contains(bug.toString()))
                .toList();
    }

    Outcome run(Optional<SeededBug> bug) throws IOException, SQLException {
        String bugName = bug.map(SeededBug::toString).orElse("");
        RunPlan plan = new RunPlan(
                bug.map(this::engine).orElse(engine),
                Contestant.ROWLOCK,
                bugName,
                bug.map(SeededBug::faults).orElseGet(this::allFaults),
                bug.isPresent() ? LONGEST : CONTROL,
                seed,
                bug.map(SeededBug::size).orElse(RunPlan.Size.SMALL),
                directory.resolve(bugName.isEmpty() ? "control" : bugName));
        Runs.clear(plan.directory());
        Outcome outcome = new Trial(plan).run(Runs.facts(plan, "--trial --bug " + bugName), system);
        out.printf(
                "%-22s %s, %.1f s%n", bugName, outcome.rules(), outcome.time().toMillis() / 1_000.0);
        return outcome;
    }

    /** On PostgreSQL a guard stops no renewal, so that a row is never found locked by one. */
    private ServerEngine engine(SeededBug bug) {
        return bug == SeededBug.ROW_LOCKED_IS_LOSS && engine == Engines.postgres() ? Engines.h2Server() : engine;
    }

    private List<FaultKind> allFaults() {
        return Arrays.stream(SeededBug.values())
                .flatMap(bug -> bug.faults().stream())
                .filter(name.faults()::contains)
                .distinct()
                .toList();
    }
}
