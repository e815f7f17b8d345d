/** A database and the connections to it. */
@NullMarked
package io.rowlock.cli.database;

import org.jspecify.annotations.NullMarked;
