/** Clients of lock tables that others have designed. */
@NullMarked
package io.rowlock.internal.table;

import org.jspecify.annotations.NullMarked;
