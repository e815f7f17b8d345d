/** The report on flaky tests at the end of a build. */
@NullMarked
package io.rowlock.report;

import org.jspecify.annotations.NullMarked;
