/** The faults of a run, and the nemesis that causes them one after the other. */
@NullMarked
package io.rowlock.chaos.fault;

import org.jspecify.annotations.NullMarked;
