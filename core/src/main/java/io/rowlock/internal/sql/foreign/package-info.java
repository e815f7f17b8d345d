/** Statements for lock tables of other libraries, made from their description. */
@NullMarked
package io.rowlock.internal.sql.foreign;

import org.jspecify.annotations.NullMarked;
