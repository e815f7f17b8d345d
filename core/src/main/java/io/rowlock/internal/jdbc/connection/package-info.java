/** Connections of the caller's pool: borrowed, configured, checked, given back. The last place that knows {@code SQLException}. */
@NullMarked
package io.rowlock.internal.jdbc.connection;

import org.jspecify.annotations.NullMarked;
