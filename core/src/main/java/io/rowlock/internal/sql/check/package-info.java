/** Looks at a database and a lock table for what puts promises at risk. */
@NullMarked
package io.rowlock.internal.sql.check;

import org.jspecify.annotations.NullMarked;
