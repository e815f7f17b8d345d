/** A run: its database, its workers, its observer, from the start to the last history. */
@NullMarked
package io.rowlock.chaos.run;

import org.jspecify.annotations.NullMarked;
