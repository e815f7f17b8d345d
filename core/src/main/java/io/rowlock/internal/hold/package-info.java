/** Holds: their state, renewal, sessions, release. */
@NullMarked
package io.rowlock.internal.hold;

import org.jspecify.annotations.NullMarked;
