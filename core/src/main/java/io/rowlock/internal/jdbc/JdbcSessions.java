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
    private final SessionSql acts;

    JdbcSessions(StoreConnection connection, SessionSql acts) {
        this.connection = connection;
        this.acts = acts;
    }

    @Override
    public void open(String id, Terms terms, String owner) {
        change("open a session", on -> acts.open(on, id, terms, owner));
    }

    @Override
    public boolean beat(String id) {
        return connection.run("heartbeat", on -> acts.beat(on, id));
    }

    @Override
    public List<GrantOutcome> adopt(String id, List<Grant> grants) {
        return connection.run("renew", on -> acts.adopt(on, id, grants));
    }

    @Override
    public List<GrantOutcome> leave(String id, List<Grant> grants) {
        return connection.run("renew", on -> acts.leave(on, id, grants));
    }

    @Override
    public void close(String id) {
        change("close a session", on -> acts.close(on, id));
    }

    private void change(String act, Change change) {
        connection.run(act, on -> {
            change.on(on);
            return true;
        });
    }

    /** Something that is done on a connection, without an answer. */
    @FunctionalInterface
    private interface Change {
        void on(Connection connection) throws SQLException;
    }
}
