/** The measurements. */
@NullMarked
package io.rowlock.bench.scenario;

import org.jspecify.annotations.NullMarked;
