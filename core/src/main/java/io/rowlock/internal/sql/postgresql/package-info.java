/** PostgreSQL. */
@NullMarked
package io.rowlock.internal.sql.postgresql;

import org.jspecify.annotations.NullMarked;
