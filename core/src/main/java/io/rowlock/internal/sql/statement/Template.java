package io.rowlock.internal.sql.statement;

import io.rowlock.TableName;

/**
 * Fills the table's name and the database's clock into statements, once, when a dialect is made.
 *
 * @param table the lock table
 * @param now the expression that reads the database's clock in microseconds: one value for a whole statement
 * @param running the same clock as it is when a row is looked at, where the database has one that goes on while a statement
 *     is held up
 * @param dual what a SELECT that reads no table must say it reads from
 * @param shown the condition that has the server show its warnings, for {@code {shown}} after other conditions; empty but on
 *     PostgreSQL
 */
public record Template(TableName table, String now, String running, String dual, String shown) {

    /** Oracle's table of one row, which versions before 23 insist on. */
    public static final String FROM_DUAL = " FROM DUAL";

    /** Whether a row is that of a grant, whose key, token and request id are bound, as {@link Bind#grant} does. */
    private static final String MINE = "%1$sname = ? AND %1$sslot = ? AND %1$stoken = ? AND %1$srequest_id = ?";

    public Template(TableName table, String now) {
        this(table, now, "");
    }

    public Template(TableName table, String now, String dual) {
        this(table, now, now, dual);
    }

    public Template(TableName table, String now, String running, String dual) {
        this(table, now, running, dual, "");
    }

    public static Template postgreSql(TableName table, String now) {
        return new Template(table, now, now, "", PgWarnings.AND_SHOWN);
    }

    public Query query(String sql) {
        return new Query(text(sql), shown.isEmpty() ? Query.Server.OTHER : Query.Server.POSTGRESQL);
    }

    public String text(String sql) {
        return sql.replace("{columns}", Rows.COLUMNS)
                .replace("{session}", Rows.SESSION)
                .replace("{mine}", MINE.formatted(""))
                .replace("{l.mine}", MINE.formatted("l."))
                .replace("{now}", now)
                .replace("{running}", running)
                .replace("{dual}", dual)
                .replace("{shown}", shown)
                .replace("{table}", table.text());
    }
}
