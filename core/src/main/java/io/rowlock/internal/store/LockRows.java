package io.rowlock.internal.store;

import java.util.List;

/**
 * Rows, and the database's time at which they were read.
 *
 * @param rows the rows
 * @param now the database's time in microseconds
 */
public record LockRows(List<LockRow> rows, long now) {}
