/** Releases in the background: retries, claims that may be granted late, grants that a connection keeps locked. */
@NullMarked
package io.rowlock.internal.release;

import org.jspecify.annotations.NullMarked;
