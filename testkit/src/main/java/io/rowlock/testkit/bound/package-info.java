/** Locks that are tied to connections. */
@NullMarked
package io.rowlock.testkit.bound;

import org.jspecify.annotations.NullMarked;
