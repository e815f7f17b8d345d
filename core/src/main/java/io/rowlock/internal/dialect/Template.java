package io.rowlock.internal.dialect;

import io.rowlock.spi.TableName;

/**
 * Fills the table's name and the database's clock into statements, once, when a dialect is made.
 *
 * @param table the lock table
 * @param now the expression that reads the database's clock in microseconds
 * @param dual what a SELECT that reads no table must say it reads from
 */
record Template(TableName table, String now, String dual) {

    /** Oracle's table of one row, which versions before 23 insist on. */
    static final String FROM_DUAL = " FROM DUAL";

    Template(TableName table, String now) {
        this(table, now, "");
    }

    Query query(String sql) {
        return new Query(text(sql));
    }

    String text(String sql) {
        return sql.replace("{columns}", Rows.COLUMNS)
                .replace("{session}", Rows.SESSION)
                .replace("{now}", now)
                .replace("{dual}", dual)
                .replace("{table}", table.text());
    }
}
