/** Views of the locks: through the library, or by an account that may only read, through plain queries. */
@NullMarked
package io.rowlock.cli.look;

import org.jspecify.annotations.NullMarked;
