/** What this machine offers to the tests: free ports, a cache for what is unpacked or compiled, commands. */
@NullMarked
package io.rowlock.testkit.machine;

import org.jspecify.annotations.NullMarked;
