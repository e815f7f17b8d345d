package io.rowlock.internal.jdbc;

import io.rowlock.internal.jdbc.connection.StoreConnection;
import io.rowlock.internal.sql.SessionSql;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.SessionStore;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The sessions of a lock table, over the connection of its store. */
final class JdbcSessions implements SessionStore {
    private final StoreConnection connection;
    private final SessionSql sql;

    JdbcSessions(StoreConnection connection, SessionSql sql) {
        this.connection = connection;
        this.sql = sql;
    }

    @Override
    public void open(String id, Terms terms, String owner) {
        change("open a session", used -> sql.open(used, id, terms, owner));
    }

    @Override
    public boolean heartbeat(String id) {
        return connection.run("heartbeat", used -> sql.heartbeat(used, id));
    }

    @Override
    public List<GrantOutcome> join(String id, List<Grant> grants) {
        return connection.run("renew", used -> sql.join(used, id, grants));
    }

    @Override
    public List<GrantOutcome> leave(String id, List<Grant> grants) {
        return connection.run("renew", used -> sql.leave(used, id, grants));
    }

    @Override
    public void close(String id) {
        change("close a session", used -> sql.close(used, id));
    }

    private void change(String operation, Change change) {
        connection.run(operation, used -> {
            change.on(used);
            return true;
        });
    }

    /** Work on a connection without a result. */
    @FunctionalInterface
    private interface Change {
        void on(Connection connection) throws SQLException;
    }
}
