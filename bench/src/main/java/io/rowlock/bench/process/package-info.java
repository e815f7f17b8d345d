/** Programs that run in processes of their own, and those who tell them what to do. */
@NullMarked
package io.rowlock.bench.process;

import org.jspecify.annotations.NullMarked;
