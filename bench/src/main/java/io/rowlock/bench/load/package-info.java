/** Threads that acquire and release, and the contestants that they do it with. */
@NullMarked
package io.rowlock.bench.load;

import org.jspecify.annotations.NullMarked;
