/** The store that the client works on, as it sees it: claims, grants, their outcomes, and what is known after a failure. No SQL. */
@NullMarked
package io.rowlock.internal.store;

import org.jspecify.annotations.NullMarked;
