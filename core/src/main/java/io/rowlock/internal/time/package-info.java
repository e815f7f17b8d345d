/** Elapsed time, leases and their arithmetic, timers and backoff. The only place that reads a clock. */
@NullMarked
package io.rowlock.internal.time;

import org.jspecify.annotations.NullMarked;
