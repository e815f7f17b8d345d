/** The threads of a client and the small tools for running work on them. */
@NullMarked
package io.rowlock.internal.thread;

import org.jspecify.annotations.NullMarked;
