/** Tells databases apart: detection, versions, and the dialect and the view of each. */
@NullMarked
package io.rowlock.internal.database;

import org.jspecify.annotations.NullMarked;
