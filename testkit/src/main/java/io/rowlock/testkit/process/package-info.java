/** Processes which the tests start, stop, freeze and kill. */
@NullMarked
package io.rowlock.testkit.process;

import org.jspecify.annotations.NullMarked;
