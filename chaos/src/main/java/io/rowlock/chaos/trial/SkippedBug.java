package io.rowlock.chaos.trial;

import io.rowlock.chaos.bug.SeededBug;

/**
 * A bug that was not tried, because it shows only under a fault that this database or this machine cannot be put through.
 *
 * @param bug the bug
 * @param reason the fault, its obstacle and the remedy
 */
public record SkippedBug(SeededBug bug, String reason) {

    @Override
    public String toString() {
        return "'%s' (%s) is skipped: %s".formatted(bug.words(), bug, reason);
    }
}
