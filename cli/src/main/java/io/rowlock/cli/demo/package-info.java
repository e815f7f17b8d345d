/**
 * {@code rowlock demo}: a shop whose clerks, each a process of its own, sell the last pieces of a stock: first without a
 * lock, then under one, then with one of them killed while it holds the lock.
 */
@NullMarked
package io.rowlock.cli.demo;

import org.jspecify.annotations.NullMarked;
