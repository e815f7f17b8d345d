package io.rowlock.testkit.contract;

import io.rowlock.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A session that has a whole table locked, as DDL does, until it is closed: nobody else can read or write a row of it. */
final class TableLock implements AutoCloseable {
    private final Connection session;
    private final Database database;
    private final String table;

    /** Locks the table; waits until it can be had. */
    TableLock(Bench bench) {
        database = bench.database();
        table = bench.table();
        try {
            session = bench.engine().dataSource().getConnection();
            lock();
        } catch (SQLException failure) {
            throw new IllegalStateException("the test could not lock table " + table, failure);
        }
    }

    private void lock() throws SQLException {
        switch (database) {
            case POSTGRESQL -> {
                session.setAutoCommit(false);
                run("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
            }
            case MYSQL, MARIADB -> run("LOCK TABLES " + table + " WRITE");
            case H2 -> {
                // H2 has no statement that only locks a table. This one changes nothing, and locks it until the
                // transaction ends.
                session.setAutoCommit(false);
                run("ALTER TABLE " + table + " SET REFERENTIAL_INTEGRITY TRUE");
            }
            default -> throw new UnsupportedOperationException("not known how to lock a table of " + database);
        }
    }

    /** Has statements of this connection that meet a locked table refused soon, instead of waiting. */
    static void refuseSoon(Connection connection, Database database) throws SQLException {
        String setting = switch (database) {
            case POSTGRESQL -> "SET lock_timeout = 50";
            case MYSQL -> "SET SESSION lock_wait_timeout = 1"; // Whole seconds, and no fewer.
            case MARIADB -> "SET SESSION lock_wait_timeout = 0";
            case H2 -> "SET LOCK_TIMEOUT 50";
            default -> throw new UnsupportedOperationException("not known how to bound waits on " + database);
        };
        try (Statement statement = connection.createStatement()) {
            statement.execute(setting);
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        try (session) {
            if (database == Database.MYSQL || database == Database.MARIADB) {
                run("UNLOCK TABLES");
            } else {
                session.rollback();
            }
        } catch (SQLException failure) {
            throw new IllegalStateException("the test could not unlock table " + table, failure);
        }
    }
}
