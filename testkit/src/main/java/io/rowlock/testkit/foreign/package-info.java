/** Clients in other languages, which follow {@code docs/sql.md}. */
@NullMarked
package io.rowlock.testkit.foreign;

import org.jspecify.annotations.NullMarked;
