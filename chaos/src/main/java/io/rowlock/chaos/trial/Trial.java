package io.rowlock.chaos.trial;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.check.Checker;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.chaos.run.ChaosRun;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.HistoryReader;
import io.rowlock.chaos.worker.Ledger;
import io.rowlock.engines.process.SystemFaults;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs the library with one bug in it until a check catches that, or the time is over. For one thread. */
public final class Trial implements ChaosRun.Watch {
    private static final Duration CHECK_EVERY = Duration.ofMillis(750);

    /** A bug that shows at the end needs a run with an end. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    private final RunPlan plan;
    private final Optional<SeededBug> bug;
    private Duration checkedAt = Duration.ZERO;
    private Duration elapsed = Duration.ZERO;
    private List<Violation> violations = List.of();

    /**
     * A trial.
     *
     * @param plan the run, with the name of the bug
     */
    public Trial(RunPlan plan) {
        this.plan = plan;
        this.bug = SeededBug.named(plan.bug());
    }

    /**
     * The result of a trial.
     *
     * @param bug which bug; the library as it is, if it is empty
     * @param rules which rules were seen broken
     * @param time how long the workers had run by then
     */
    public record Outcome(Optional<SeededBug> bug, List<Rule> rules, Duration time) {
        /** The rules that tell of this bug; all, if there is none. */
        List<Rule> caughtBy() {
            return rules.stream()
                    .filter(rule -> bug.isEmpty() || bug.get().breaks(rule))
                    .toList();
        }

        public boolean isCaught() {
            return !caughtBy().isEmpty();
        }
    }

    public Outcome run(Facts facts, SystemFaults system) throws IOException, SQLException {
        new ChaosRun(plan, system).run(facts, this);
        if (!outcome().isCaught()) {
            violations = Checker.violations(HistoryReader.read(plan.directory()));
        }
        return outcome();
    }

    private Outcome outcome() {
        return new Outcome(
                bug, violations.stream().map(Violation::rule).distinct().toList(), elapsed);
    }

    @Override
    public boolean hasSeenEnough() {
        boolean ended = bug.filter(SeededBug::showsAtTheEnd).isPresent() && elapsed.compareTo(SHORT) > 0;
        return ended || outcome().isCaught();
    }

    @Override
    public boolean leavesAbruptly() {
        return outcome().isCaught();
    }

    @Override
    public void tell(String fault, Duration now) {
        elapsed = now;
        if (!outcome().isCaught() && now.minus(checkedAt).compareTo(CHECK_EVERY) >= 0) {
            checkedAt = now;
            violations = check();
        }
    }

    /** The ledger is read after the histories, so that whatever they tell of is in it. */
    private List<Violation> check() {
        Histories histories = HistoryReader.read(plan.directory());
        try {
            return Checker.violations(histories.with(Ledger.read(plan.engine().dataSource())));
        } catch (SQLException away) {
            return Checker.violations(histories);
        }
    }
}
