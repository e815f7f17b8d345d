/** What a JDBC driver can be given, so that it serves locks better. */
@NullMarked
package io.rowlock.driver;

import org.jspecify.annotations.NullMarked;
