/** The database that the user named: by options, by the environment or in a file. */
@NullMarked
package io.rowlock.cli.configuration;

import org.jspecify.annotations.NullMarked;
