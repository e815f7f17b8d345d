/** The histories of a run, put together: its processes, requests, grants and transactions, each with its moments. */
@NullMarked
package io.rowlock.chaos.timeline;

import org.jspecify.annotations.NullMarked;
