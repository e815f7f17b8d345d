/** Real databases which the tests start themselves, and data sources to watch their use. */
@NullMarked
package io.rowlock.testkit.engine;

import org.jspecify.annotations.NullMarked;
