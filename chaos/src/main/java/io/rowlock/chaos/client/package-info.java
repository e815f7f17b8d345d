/** The lock libraries, as a worker uses them. */
@NullMarked
package io.rowlock.chaos.client;

import org.jspecify.annotations.NullMarked;
