/** Faults between a client and its database. */
@NullMarked
package io.rowlock.engines.network;

import org.jspecify.annotations.NullMarked;
