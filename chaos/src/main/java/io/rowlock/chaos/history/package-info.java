/** The events of a run: one line for each event, one file for each process. */
@NullMarked
package io.rowlock.chaos.history;

import org.jspecify.annotations.NullMarked;
