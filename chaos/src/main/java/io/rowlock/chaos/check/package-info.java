/** The checker: decides from the histories alone whether the promises were kept. */
@NullMarked
package io.rowlock.chaos.check;

import org.jspecify.annotations.NullMarked;
