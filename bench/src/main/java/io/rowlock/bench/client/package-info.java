/** How a contestant is used: takes a lock, gives it back, and where its server listens. */
@NullMarked
package io.rowlock.bench.client;

import org.jspecify.annotations.NullMarked;
