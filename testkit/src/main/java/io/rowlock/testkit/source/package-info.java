/** Data sources that count, delay, fail or lend connections as pools and frameworks do. */
@NullMarked
package io.rowlock.testkit.source;

import org.jspecify.annotations.NullMarked;
