/** Oracle Database. Not run on the real engine. */
@NullMarked
package io.rowlock.internal.sql.oracle;

import org.jspecify.annotations.NullMarked;
