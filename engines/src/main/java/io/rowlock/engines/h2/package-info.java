/** H2: in memory, with a file, and as a server. */
@NullMarked
package io.rowlock.engines.h2;

import org.jspecify.annotations.NullMarked;
