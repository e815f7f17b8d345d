/** Status, revocation and events. */
@NullMarked
package io.rowlock.testkit.admin;

import org.jspecify.annotations.NullMarked;
