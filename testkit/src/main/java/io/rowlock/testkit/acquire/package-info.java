/** Acquiring a lock: exclusion, tokens, names, waiting, hand-over. */
@NullMarked
package io.rowlock.testkit.acquire;

import org.jspecify.annotations.NullMarked;
