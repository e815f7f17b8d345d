/** The operations that a database has to offer, on a connection. */
@NullMarked
package io.rowlock.internal.sql;

import org.jspecify.annotations.NullMarked;
