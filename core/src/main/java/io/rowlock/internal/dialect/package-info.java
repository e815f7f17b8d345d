/**
 * One file for each database: its statements, whole, and what it does differently. The shared classes carry only what is
 * the same everywhere.
 */
@NullMarked
package io.rowlock.internal.dialect;

import org.jspecify.annotations.NullMarked;
