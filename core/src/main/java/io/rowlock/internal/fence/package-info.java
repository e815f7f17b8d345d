/** Fences on the caller's connections. */
@NullMarked
package io.rowlock.internal.fence;

import org.jspecify.annotations.NullMarked;
