/** Looks for what puts promises at risk. */
@NullMarked
package io.rowlock.internal.doctor;

import org.jspecify.annotations.NullMarked;
