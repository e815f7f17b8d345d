/** The rules that a run must keep, and how a broken one is reported. */
@NullMarked
package io.rowlock.chaos.check.rule;

import org.jspecify.annotations.NullMarked;
