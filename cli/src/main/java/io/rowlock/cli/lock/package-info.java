/** The lock that a command is about: its name, its options, its owner and its holder. */
@NullMarked
package io.rowlock.cli.lock;

import org.jspecify.annotations.NullMarked;
