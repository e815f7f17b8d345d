/** The original implementations of the classic systems, as their documents give them. */
@NullMarked
package io.rowlock.testkit.classic.original;

import org.jspecify.annotations.NullMarked;
