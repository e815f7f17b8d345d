/** A run: workers, their network, their database, and the nemesis that breaks them. */
@NullMarked
package io.rowlock.chaos.run;

import org.jspecify.annotations.NullMarked;
