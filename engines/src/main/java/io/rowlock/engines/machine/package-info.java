/** The machine on which the tests run: free ports, a cache of unpacked and compiled files, commands. */
@NullMarked
package io.rowlock.engines.machine;

import org.jspecify.annotations.NullMarked;
