/** Benchmarks of the engine's inner parts, in its package because they are nobody else's business. */
@NullMarked
package io.rowlock.internal.engine;

import org.jspecify.annotations.NullMarked;
