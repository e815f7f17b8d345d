/** {@code rowlock acquire}, {@code check}, {@code extend} and {@code release}: a lock that a script holds across commands. */
@NullMarked
package io.rowlock.cli.ticket;

import org.jspecify.annotations.NullMarked;
