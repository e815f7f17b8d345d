package io.rowlock.chaos.check.rule;

import io.rowlock.chaos.timeline.Histories;
import java.util.List;

/** Looks in the histories for one way in which promises can be broken. Pure. */
@FunctionalInterface
public interface Check {
    List<Violation> violations(Histories histories);
}
