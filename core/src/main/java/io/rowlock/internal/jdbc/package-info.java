/** The only place that opens a connection, and the last place that knows {@code SQLException}. */
@NullMarked
package io.rowlock.internal.jdbc;

import org.jspecify.annotations.NullMarked;
