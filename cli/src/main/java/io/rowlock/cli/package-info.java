/** The {@code rowlock} command: the parts that all subcommands share. */
@NullMarked
package io.rowlock.cli;

import org.jspecify.annotations.NullMarked;
