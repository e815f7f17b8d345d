/** Clients that hold many locks at once, of Rowlock and its peers. */
@NullMarked
package io.rowlock.bench.keeper;

import org.jspecify.annotations.NullMarked;
