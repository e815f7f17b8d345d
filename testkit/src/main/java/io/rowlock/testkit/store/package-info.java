/** The way to the database: setup, schemas, connections, statements, batches, the end of a client. */
@NullMarked
package io.rowlock.testkit.store;

import org.jspecify.annotations.NullMarked;
