package io.rowlock.chaos.check;

import java.util.List;

/** Looks in the histories for one way in which promises can be broken. Pure. */
@FunctionalInterface
interface Check {
    List<Violation> violations(Histories histories);
}
