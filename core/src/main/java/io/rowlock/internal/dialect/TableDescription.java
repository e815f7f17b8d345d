package io.rowlock.internal.dialect;

import io.rowlock.Database;
import io.rowlock.spi.TableName;

/**
 * A lock table, for messages.
 *
 * @param database where it is
 * @param name what it is called
 */
record TableDescription(Database database, TableName name) {}
