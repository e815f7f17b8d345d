/** H2. */
@NullMarked
package io.rowlock.internal.sql.h2;

import org.jspecify.annotations.NullMarked;
