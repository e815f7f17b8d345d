/** The database in which the demo takes place. */
@NullMarked
package io.rowlock.cli.demo.venue;

import org.jspecify.annotations.NullMarked;
