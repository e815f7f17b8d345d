/** Reports for people: a table in the terminal, and a page. */
@NullMarked
package io.rowlock.chaos.report;

import org.jspecify.annotations.NullMarked;
