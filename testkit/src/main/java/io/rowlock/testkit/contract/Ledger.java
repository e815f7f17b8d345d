package io.rowlock.testkit.contract;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A table of the application's, to see what becomes of the application's transactions. */
final class Ledger {

    private final PlainSql sql;
    private final String table;

    Ledger(PlainSql sql, String table) {
        this.sql = sql;
        this.table = table;
        sql.run("CREATE TABLE " + table + " (entry INT)");
    }

    void write(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO " + table + " VALUES (1)");
        }
    }

    /** The entries as a transaction sees them. */
    long entries(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            row.next();
            return row.getLong(1);
        }
    }

    long entriesSeenByOthers() {
        return sql.number("SELECT COUNT(*) FROM " + table);
    }

    @Override
    public String toString() {
        return table;
    }
}
