/** The harness on trial: each seeded bug must be caught by a check. */
@NullMarked
package io.rowlock.chaos.trial;

import org.jspecify.annotations.NullMarked;
