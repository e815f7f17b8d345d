/** Requests of many threads in one statement, and nothing else: what batching alone can reach. No lock library. */
@NullMarked
package io.rowlock.bench.batch;

import org.jspecify.annotations.NullMarked;
