package io.rowlock.chaos.worker;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * The statements of two-phase commit of a database, as its XA driver sends them. A branch is named after its transaction, so that
 * it can be found and ended when its process is gone.
 */
public enum TwoPhaseCommit {
    POSTGRESQL("", "", "PREPARE TRANSACTION '%s'", "COMMIT PREPARED '%s'", "ROLLBACK PREPARED '%s'"),
    INNODB("XA START '%s'", "XA END '%s'", "XA PREPARE '%s'", "XA COMMIT '%s'", "XA ROLLBACK '%s'");

    private static final String MARK = "chaos:";

    private final String start;
    private final String end;
    private final String prepare;
    private final String commit;
    private final String rollback;

    TwoPhaseCommit(String start, String end, String prepare, String commit, String rollback) {
        this.start = start;
        this.end = end;
        this.prepare = prepare;
        this.commit = commit;
        this.rollback = rollback;
    }

    /** Those of the database at that address. H2 is left out. */
    public static Optional<TwoPhaseCommit> at(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return Optional.of(POSTGRESQL);
        }
        return url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:")
                ? Optional.of(INNODB)
                : Optional.empty();
    }

    /** The name of the branch in which a process does a transaction. */
    static String name(String process, long id) {
        return MARK + process + ":" + id;
    }

    /** Whether a branch is one of a worker. */
    public static boolean isOurs(String name) {
        return name.startsWith(MARK);
    }

    /** To be called on a connection without autocommit, before anything else. */
    void start(Connection connection, String name) throws SQLException {
        run(connection, start, name);
    }

    void prepare(Connection connection, String name) throws SQLException {
        run(connection, end, name);
        run(connection, prepare, name);
    }

    void commit(Connection connection, String name) throws SQLException {
        if (this == POSTGRESQL) {
            connection.setAutoCommit(true);
        }
        run(connection, commit, name);
    }

    /** The statement that ends a branch that is in doubt. */
    public String ending(String name, boolean isCommit) {
        return (isCommit ? commit : rollback).formatted(name);
    }

    private static void run(Connection connection, String sql, String name) throws SQLException {
        if (!sql.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql.formatted(name));
            }
        }
    }
}
