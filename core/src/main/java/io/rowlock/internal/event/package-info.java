/** Delivers events to listeners, and runs the actions that users registered for a loss. */
@NullMarked
package io.rowlock.internal.event;

import org.jspecify.annotations.NullMarked;
