/** Learns when a lock that another process holds may be free. */
@NullMarked
package io.rowlock.internal.wakeup;

import org.jspecify.annotations.NullMarked;
