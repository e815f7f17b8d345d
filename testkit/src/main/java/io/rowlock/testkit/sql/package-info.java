/** SQL past Rowlock: the lock table as others see it, and transactions of an application. */
@NullMarked
package io.rowlock.testkit.sql;

import org.jspecify.annotations.NullMarked;
