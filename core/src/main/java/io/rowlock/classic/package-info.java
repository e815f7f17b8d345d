/**
 * Lock tables that others have designed: the classic systems under their own names, and the tables of other libraries, all
 * beside nodes that still run the code they came from.
 */
@NullMarked
package io.rowlock.classic;

import org.jspecify.annotations.NullMarked;
