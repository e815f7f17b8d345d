/** The means by which contracts watch and disturb clients and their lock table, whether that is reached by SQL or not. */
@NullMarked
package io.rowlock.testkit.control;

import org.jspecify.annotations.NullMarked;
