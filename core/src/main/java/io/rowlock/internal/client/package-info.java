/** Puts a client together; the objects that users see. */
@NullMarked
package io.rowlock.internal.client;

import org.jspecify.annotations.NullMarked;
