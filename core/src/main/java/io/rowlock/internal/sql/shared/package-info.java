/** Statements and steps that several databases share. */
@NullMarked
package io.rowlock.internal.sql.shared;

import org.jspecify.annotations.NullMarked;
