/** Statements as templates, and the least JDBC that runs them. */
@NullMarked
package io.rowlock.internal.sql.statement;

import org.jspecify.annotations.NullMarked;
