/** The databases and servers of a measurement. */
@NullMarked
package io.rowlock.bench.stage;

import org.jspecify.annotations.NullMarked;
