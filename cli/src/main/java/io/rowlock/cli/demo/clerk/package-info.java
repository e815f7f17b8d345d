/** The clerks of the demo, each a process of its own. */
@NullMarked
package io.rowlock.cli.demo.clerk;

import org.jspecify.annotations.NullMarked;
