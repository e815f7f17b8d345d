/** The harness on trial: known bugs, each of which some check must catch. */
@NullMarked
package io.rowlock.chaos.trial;

import org.jspecify.annotations.NullMarked;
