/** MySQL, MariaDB, and a Galera cluster. */
@NullMarked
package io.rowlock.engines.mysql;

import org.jspecify.annotations.NullMarked;
