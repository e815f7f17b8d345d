package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Processes in which something is left after everything was closed. */
public final class LeakCheck implements Check {
    private static final Set<String> NOTHING = Set.of("", "0", "threads= connections=0");

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        for (Lifetime lifetime : histories.lifetimes().values()) {
            report(lifetime.process() + " has closed everything, and still has: ", lifetime.leaks(), found);
        }
        report("workers that did not end: ", histories.facts().text("stuck"), found);
        report("locks that are held though nobody is there: ", histories.facts().text("left.locks"), found);
        report(
                "connections that are open at the server though nobody is there: ",
                histories.facts().text("left.connections"),
                found);
        return found;
    }

    private static void report(String words, String left, List<Violation> found) {
        if (!NOTHING.contains(left)) {
            found.add(new Violation(Rule.LEAK, "", 0, words + left, List.of()));
        }
    }
}
