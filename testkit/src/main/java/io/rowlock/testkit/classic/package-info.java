/** The classic systems: what their faces promise on every engine, and the originals, to stand beside them. */
@NullMarked
package io.rowlock.testkit.classic;

import org.jspecify.annotations.NullMarked;
