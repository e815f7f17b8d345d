/** The databases which tests start themselves. */
@NullMarked
package io.rowlock.engines;

import org.jspecify.annotations.NullMarked;
