/** What a person sees: a table in the terminal, and a page. */
@NullMarked
package io.rowlock.chaos.report;

import org.jspecify.annotations.NullMarked;
