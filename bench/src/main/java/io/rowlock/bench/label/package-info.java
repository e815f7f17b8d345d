/** How contestants, panels and numbers are called, for people. */
@NullMarked
package io.rowlock.bench.label;

import org.jspecify.annotations.NullMarked;
