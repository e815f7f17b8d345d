/** The {@code rowlock} command: what every subcommand shares. */
@NullMarked
package io.rowlock.cli;

import org.jspecify.annotations.NullMarked;
