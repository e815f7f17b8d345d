package io.rowlock.internal.dialect;

import io.rowlock.spi.TableName;

/**
 * Fills the table's name and the database's clock into statements, once, when a dialect is made.
 *
 * @param table the lock table
 * @param now the expression that reads the database's clock in microseconds: one value for a whole statement
 * @param running the same clock as it is when a row is looked at, where the database has one that goes on while a statement
 *     is held up
 * @param dual what a SELECT that reads no table must say it reads from
 */
record Template(TableName table, String now, String running, String dual) {

    /** Oracle's table of one row, which versions before 23 insist on. */
    static final String FROM_DUAL = " FROM DUAL";

    Template(TableName table, String now) {
        this(table, now, "");
    }

    Template(TableName table, String now, String dual) {
        this(table, now, now, dual);
    }

    Query query(String sql) {
        return new Query(text(sql));
    }

    String text(String sql) {
        return sql.replace("{columns}", Rows.COLUMNS)
                .replace("{session}", Rows.SESSION)
                .replace("{now}", now)
                .replace("{running}", running)
                .replace("{dual}", dual)
                .replace("{table}", table.text());
    }
}
