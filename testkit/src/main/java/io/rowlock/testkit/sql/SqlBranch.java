package io.rowlock.testkit.sql;

import io.rowlock.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A transaction that is prepared by statements, on a connection with autocommit off. */
public final class SqlBranch implements TwoPhaseTransaction {

    private final DataSource source;
    private final Database database;
    private final String id;
    private final Connection connection;
    private boolean prepared;
    private boolean over;

    /**
     * Begins one.
     *
     * @param source of its connection
     * @param database what the connection leads to
     * @param id a name that no other has
     * @throws SQLException if it cannot begin
     */
    public SqlBranch(DataSource source, Database database, String id) throws SQLException {
        this.source = source;
        this.database = database;
        this.id = id.replaceAll("[^A-Za-z0-9]", "_");
        connection = source.getConnection();
        connection.setAutoCommit(false);
        if (isInnoDb()) {
            run(connection, "XA START '" + this.id + "'");
        }
    }

    @Override
    public Connection connection() {
        return connection;
    }

    private boolean isInnoDb() {
        return database == Database.MYSQL || database == Database.MARIADB;
    }

    @Override
    public void prepare() throws SQLException {
        if (isInnoDb()) {
            run(connection, "XA END '" + id + "'");
        }
        run(connection, statement("XA PREPARE", "PREPARE TRANSACTION", "PREPARE COMMIT"));
        prepared = true;
    }

    @Override
    public void commit() throws SQLException {
        over = true;
        finish(connection, statement("XA COMMIT", "COMMIT PREPARED", "COMMIT TRANSACTION"));
    }

    @Override
    public void commitAfterRestart() throws SQLException {
        over = true;
        try (Connection other = source.getConnection()) {
            finish(other, statement("XA COMMIT", "COMMIT PREPARED", "COMMIT TRANSACTION"));
        }
    }

    private void finish(Connection on, String sql) throws SQLException {
        if (database == Database.POSTGRESQL) {
            on.setAutoCommit(true);
        }
        run(on, sql);
    }

    private String statement(String innoDb, String postgres, String h2) {
        return switch (database) {
            case MYSQL, MARIADB -> innoDb + " '" + id + "'";
            case POSTGRESQL -> postgres + " '" + id + "'";
            case H2 -> h2 + " " + id;
            case ORACLE, SQL_SERVER -> throw new IllegalStateException("there is no engine for " + database);
        };
    }

    private static void run(Connection on, String sql) throws SQLException {
        try (Statement statement = on.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            if (!over && prepared) {
                finish(connection, statement("XA ROLLBACK", "ROLLBACK PREPARED", "ROLLBACK TRANSACTION"));
            } else if (!over && isInnoDb()) {
                run(connection, "XA END '" + id + "'");
                run(connection, "XA ROLLBACK '" + id + "'");
            } else if (!over) {
                connection.rollback();
            }
        }
    }
}
