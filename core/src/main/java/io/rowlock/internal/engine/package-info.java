/**
 * The engine: who may ask, who waits, what is believed, and what is renewed. It knows no SQL and no JDBC; absolute time
 * reaches it only as numbers that the database told.
 */
@NullMarked
package io.rowlock.internal.engine;

import org.jspecify.annotations.NullMarked;
