/** Processes which the tests start, stop, freeze and kill, and the system that fails under them. */
@NullMarked
package io.rowlock.engines.process;

import org.jspecify.annotations.NullMarked;
