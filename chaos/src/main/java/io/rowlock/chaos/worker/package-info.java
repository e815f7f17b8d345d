/** A process that uses locks as programs do, and writes down what it asks, gets and believes. */
@NullMarked
package io.rowlock.chaos.worker;

import org.jspecify.annotations.NullMarked;
