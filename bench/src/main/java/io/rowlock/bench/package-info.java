/** The benchmark's command. */
@NullMarked
package io.rowlock.bench;

import org.jspecify.annotations.NullMarked;
