package io.rowlock.chaos.timeline;

import io.rowlock.chaos.timeline.Lifetime.Span;

/**
 * A while during which the database's clock was ahead.
 *
 * @param when from before the step to after it was taken back
 * @param nanos by how much
 */
record ClockStep(Span when, long nanos) {}
