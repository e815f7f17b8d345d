/** The lock table through JDBC, and the check at startup. */
@NullMarked
package io.rowlock.internal.jdbc;

import org.jspecify.annotations.NullMarked;
