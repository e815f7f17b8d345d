/** Locks that are bound to a connection. */
@NullMarked
package io.rowlock.internal.jdbc.bound;

import org.jspecify.annotations.NullMarked;
