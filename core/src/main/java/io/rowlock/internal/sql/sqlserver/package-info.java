/** SQL Server. Not run on the real engine. */
@NullMarked
package io.rowlock.internal.sql.sqlserver;

import org.jspecify.annotations.NullMarked;
