/** The end of the command: its exit status, the failure that leads to it, and the cleanup before it. */
@NullMarked
package io.rowlock.cli.exit;

import org.jspecify.annotations.NullMarked;
