/** Examines a database for risks to the promises, on demand. */
@NullMarked
package io.rowlock.internal.doctor;

import org.jspecify.annotations.NullMarked;
