/** The embedded database, which the processes of a user share and take turns in. */
@NullMarked
package io.rowlock.cli.embedded;

import org.jspecify.annotations.NullMarked;
