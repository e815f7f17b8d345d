/**
 * The public API: {@link io.rowlock.Rowlock}, the locks it hands out, and the values they speak in.
 */
@NullMarked
package io.rowlock;

import org.jspecify.annotations.NullMarked;
