/** The command's output: tables, JSON, times, colours. */
@NullMarked
package io.rowlock.cli.output;

import org.jspecify.annotations.NullMarked;
