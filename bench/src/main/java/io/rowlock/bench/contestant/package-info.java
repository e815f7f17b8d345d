/** The libraries under test, each behind the same few calls, and the raw limits. */
@NullMarked
package io.rowlock.bench.contestant;

import org.jspecify.annotations.NullMarked;
