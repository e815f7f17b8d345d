package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime;
import java.util.List;
import java.util.stream.Stream;

/** Grants that were held and about to be released. The library drops such a release, so nothing but its own count shows the bug. */
public final class DroppedReleaseCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        return histories.lifetimes().values().stream()
                .flatMap(DroppedReleaseCheck::violations)
                .toList();
    }

    private static Stream<Violation> violations(Lifetime lifetime) {
        return lifetime.droppedReleases().stream()
                .map(dropped -> new Violation(
                        Rule.BEHIND_THE_BACK,
                        "",
                        dropped.at(),
                        "%s was about to release %s that it held, and noticed it in time"
                                .formatted(
                                        lifetime.process(),
                                        dropped.count() == 1 ? "a grant" : dropped.count() + " grants"),
                        List.of()));
    }
}
