/** Measurements as drawings. */
@NullMarked
package io.rowlock.bench.plot;

import org.jspecify.annotations.NullMarked;
