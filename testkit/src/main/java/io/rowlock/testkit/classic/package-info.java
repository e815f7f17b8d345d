/** The classic systems: the promises of their interfaces on every database, and the originals, to stand beside them. */
@NullMarked
package io.rowlock.testkit.classic;

import org.jspecify.annotations.NullMarked;
