/** What a build tells of its tests at its end. */
@NullMarked
package io.rowlock.report;

import org.jspecify.annotations.NullMarked;
