/** Bugs seeded into the library, to try the harness on. */
@NullMarked
package io.rowlock.chaos.bug;

import org.jspecify.annotations.NullMarked;
