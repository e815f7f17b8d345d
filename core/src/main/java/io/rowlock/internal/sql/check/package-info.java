/** Examines a database and a lock table for risks to the promises. */
@NullMarked
package io.rowlock.internal.sql.check;

import org.jspecify.annotations.NullMarked;
