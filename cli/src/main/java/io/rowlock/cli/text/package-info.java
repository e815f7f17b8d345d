/** Text for people: durations, reasons of failures, and what must not be shown. */
@NullMarked
package io.rowlock.cli.text;

import org.jspecify.annotations.NullMarked;
