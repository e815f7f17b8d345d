/** Checks that nobody used a lock that was not theirs. */
@NullMarked
package io.rowlock.chaos.check.safety;

import org.jspecify.annotations.NullMarked;
