/** The plan of a run: its database, its client and its faults. */
@NullMarked
package io.rowlock.chaos.plan;

import org.jspecify.annotations.NullMarked;
