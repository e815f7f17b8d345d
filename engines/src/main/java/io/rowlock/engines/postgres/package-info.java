/** PostgreSQL: a server, a pair with a standby, and PgBouncer in front of it. */
@NullMarked
package io.rowlock.engines.postgres;

import org.jspecify.annotations.NullMarked;
