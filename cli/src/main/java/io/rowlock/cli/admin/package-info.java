/** The operator's commands: see every lock, settle one, check the database, create its table. */
@NullMarked
package io.rowlock.cli.admin;

import org.jspecify.annotations.NullMarked;
