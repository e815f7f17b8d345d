/** Faults between a client and its database. */
@NullMarked
package io.rowlock.testkit.fault;

import org.jspecify.annotations.NullMarked;
