/** Processes that take locks, and the records of what they did. */
@NullMarked
package io.rowlock.engines.worker;

import org.jspecify.annotations.NullMarked;
