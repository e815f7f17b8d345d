/** The command: worker processes under faults, and what became of their locks. */
@NullMarked
package io.rowlock.chaos;

import org.jspecify.annotations.NullMarked;
