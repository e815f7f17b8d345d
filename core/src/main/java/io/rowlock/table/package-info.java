/** Locks on tables that other libraries, or the application, have designed. */
@NullMarked
package io.rowlock.table;

import org.jspecify.annotations.NullMarked;
