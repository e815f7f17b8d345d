/** The command: worker processes under faults, and the fate of their locks. */
@NullMarked
package io.rowlock.chaos;

import org.jspecify.annotations.NullMarked;
