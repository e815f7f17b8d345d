/** The user's directories, and files that only the user may read. */
@NullMarked
package io.rowlock.cli.file;

import org.jspecify.annotations.NullMarked;
