package io.rowlock.internal.dialect;

import io.rowlock.spi.TableName;

/**
 * Fills the table's name and the database's clock into statements, once, when a dialect is made.
 *
 * @param table the lock table
 * @param now the expression that reads the database's clock in microseconds
 */
record Template(TableName table, String now) {

    Query query(String sql) {
        return new Query(text(sql));
    }

    String text(String sql) {
        return sql.replace("{columns}", Rows.COLUMNS).replace("{now}", now).replace("{table}", table.text());
    }
}
