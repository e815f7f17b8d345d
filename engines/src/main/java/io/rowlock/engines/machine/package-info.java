/** What this machine offers to the tests: free ports, a cache for what is unpacked or compiled, commands. */
@NullMarked
package io.rowlock.engines.machine;

import org.jspecify.annotations.NullMarked;
