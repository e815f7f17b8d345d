/** {@code rowlock run} and {@code rowlock lead}: any program under a lock. */
@NullMarked
package io.rowlock.cli.run;

import org.jspecify.annotations.NullMarked;
