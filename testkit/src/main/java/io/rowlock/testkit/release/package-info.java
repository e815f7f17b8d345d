/** Contracts about the end of a hold by its holder. */
@NullMarked
package io.rowlock.testkit.release;

import org.jspecify.annotations.NullMarked;
