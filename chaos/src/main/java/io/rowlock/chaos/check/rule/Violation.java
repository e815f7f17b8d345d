package io.rowlock.chaos.check.rule;

import io.rowlock.chaos.timeline.RecordedGrant;
import java.util.List;

/**
 * A rule that was broken.
 *
 * @param rule which
 * @param lock on which lock; empty when it is about none
 * @param at the moment at which it shows
 * @param words what happened
 * @param grants whose grants it is about
 */
public record Violation(Rule rule, String lock, long at, String words, List<RecordedGrant> grants) {

    public Violation {
        grants = List.copyOf(grants);
    }
}
