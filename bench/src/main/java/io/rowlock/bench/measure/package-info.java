/** The amount and the means of measuring: plan, recorder, threads, CPU time, heap, statements. */
@NullMarked
package io.rowlock.bench.measure;

import org.jspecify.annotations.NullMarked;
