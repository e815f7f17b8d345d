/** The waits of this process, a line for each lock, and hand-offs from a holder to the next in line. */
@NullMarked
package io.rowlock.internal.queue;

import org.jspecify.annotations.NullMarked;
