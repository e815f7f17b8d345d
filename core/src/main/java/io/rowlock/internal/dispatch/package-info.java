/** Carries requests to the database: a queue, two workers, group commit, retries. */
@NullMarked
package io.rowlock.internal.dispatch;

import org.jspecify.annotations.NullMarked;
