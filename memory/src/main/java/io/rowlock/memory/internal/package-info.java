/** The lock table and the clock of the in-memory Rowlock. */
@NullMarked
package io.rowlock.memory.internal;

import org.jspecify.annotations.NullMarked;
