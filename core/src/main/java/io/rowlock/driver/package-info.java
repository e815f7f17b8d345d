/** Extensions for JDBC drivers that let them serve locks better. */
@NullMarked
package io.rowlock.driver;

import org.jspecify.annotations.NullMarked;
