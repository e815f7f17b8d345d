/** Lock tables of other libraries through JDBC. */
@NullMarked
package io.rowlock.internal.jdbc.foreign;

import org.jspecify.annotations.NullMarked;
