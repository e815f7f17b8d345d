/** The promises of locks in tables that others have designed, on every database. */
@NullMarked
package io.rowlock.testkit.table;

import org.jspecify.annotations.NullMarked;
