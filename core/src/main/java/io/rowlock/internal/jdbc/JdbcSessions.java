package io.rowlock.internal.jdbc;

import io.rowlock.spi.Grant;
import io.rowlock.spi.GrantOutcome;
import io.rowlock.spi.SessionActs;
import io.rowlock.spi.SessionStore;
import io.rowlock.spi.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The sessions of a lock table, over the connection of its store. */
final class JdbcSessions implements SessionStore {
    private final StoreConnection connection;
    private final SessionActs acts;

    JdbcSessions(StoreConnection connection, SessionActs acts) {
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
