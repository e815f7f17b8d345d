package io.rowlock.chaos;

import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.chaos.run.ChaosRun;
import java.io.PrintStream;
import java.time.Duration;

/** Says while a run goes on how far it is, what is broken just now, and how many locks were granted. */
final class Progress implements ChaosRun.Watch {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final RunPlan plan;
    private final Goal goal;
    private final PrintStream out;
    private final Count count;
    private Duration last = Duration.ZERO;

    Progress(RunPlan plan, Goal goal, PrintStream out) {
        this.plan = plan;
        this.goal = goal;
        this.out = out;
        this.count = new Count(plan.directory());
    }

    @Override
    public boolean hasSeenEnough() {
        return false;
    }

    @Override
    public boolean goesOn(Duration elapsed) {
        return !goal.isReached(count) && elapsed.compareTo(goal.longest()) < 0;
    }

    @Override
    public void tell(String fault, Duration elapsed) {
        if (elapsed.minus(last).compareTo(EVERY) < 0) {
            return;
        }
        last = elapsed;
        count.update();
        out.printf(
                "%4d of %d s  %,9d granted  %,7d guard races  %s%n",
                elapsed.toSeconds(), plan.time().toSeconds(), count.acquisitions(), count.guardRaces(), fault);
    }
}
