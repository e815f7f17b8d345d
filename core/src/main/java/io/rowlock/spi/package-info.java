/**
 * For a new database: what the engine asks of a {@link io.rowlock.spi.LockStore}, and what the JDBC store asks of a
 * {@link io.rowlock.spi.Dialect}.
 */
@NullMarked
package io.rowlock.spi;

import org.jspecify.annotations.NullMarked;
