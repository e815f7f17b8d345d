/** Transactions that commit only while a lock is held, and data that is fenced by tokens. */
@NullMarked
package io.rowlock.testkit.guard;

import org.jspecify.annotations.NullMarked;
