/** MySQL and MariaDB. */
@NullMarked
package io.rowlock.internal.sql.innodb;

import org.jspecify.annotations.NullMarked;
