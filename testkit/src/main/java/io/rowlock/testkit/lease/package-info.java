/** How long a lock is held: expiry, renewal, sessions, loss, tickets, delays. */
@NullMarked
package io.rowlock.testkit.lease;

import org.jspecify.annotations.NullMarked;
