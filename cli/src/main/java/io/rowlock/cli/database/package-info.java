/** Which database the command uses, and the way into it: options, environment, file, or the embedded one. */
@NullMarked
package io.rowlock.cli.database;

import org.jspecify.annotations.NullMarked;
