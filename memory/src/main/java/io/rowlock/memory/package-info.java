/**
 * Rowlock without a database, for the unit tests of an application. {@link io.rowlock.memory.MemoryRowlock} is where to begin.
 */
@NullMarked
package io.rowlock.memory;

import org.jspecify.annotations.NullMarked;
