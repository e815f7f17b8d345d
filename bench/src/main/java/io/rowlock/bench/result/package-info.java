/** Measurements, their medians, and the goals they are held against. */
@NullMarked
package io.rowlock.bench.result;

import org.jspecify.annotations.NullMarked;
