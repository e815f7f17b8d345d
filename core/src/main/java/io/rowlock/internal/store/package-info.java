/** The lock table as the client sees it: claims, grants, their results, and the kinds of failure. No SQL. */
@NullMarked
package io.rowlock.internal.store;

import org.jspecify.annotations.NullMarked;
