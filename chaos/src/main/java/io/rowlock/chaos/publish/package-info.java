/** The evidence of a run: its commit, the reports that are kept, and the tables made from them. */
@NullMarked
package io.rowlock.chaos.publish;

import org.jspecify.annotations.NullMarked;
