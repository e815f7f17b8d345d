/** Checks that requests end in time, that losses are announced, and that nothing is left behind. */
@NullMarked
package io.rowlock.chaos.check.liveness;

import org.jspecify.annotations.NullMarked;
