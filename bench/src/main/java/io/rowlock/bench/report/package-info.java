/** Results for people: tables, plots, a page. */
@NullMarked
package io.rowlock.bench.report;

import org.jspecify.annotations.NullMarked;
