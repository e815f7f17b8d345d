/** Acquires locks: one acquisition, its attempts, and the thread or future that waits for it. */
@NullMarked
package io.rowlock.internal.acquire;

import org.jspecify.annotations.NullMarked;
