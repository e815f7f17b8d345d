package io.rowlock.testkit.guard;

import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How a transaction is guarded with a ticket. */
public enum Guarding {
    /** By Rowlock. */
    LOCKED {
        @Override
        void guard(Rowlock client, String table, Connection connection, LockTicket ticket) {
            client.resume(ticket).guard(connection);
        }
    },

    /** By looking at the row without locking it, which is not enough. */
    LOOKED {
        @Override
        void guard(Rowlock client, String table, Connection connection, LockTicket ticket) throws SQLException {
            look(table, connection, ticket, "");
        }
    },

    /** By locking the row without writing it, which is not enough where several servers take writes. */
    READ {
        @Override
        void guard(Rowlock client, String table, Connection connection, LockTicket ticket) throws SQLException {
            look(table, connection, ticket, " FOR UPDATE");
        }
    };

    abstract void guard(Rowlock client, String table, Connection connection, LockTicket ticket) throws SQLException;

    private static void look(String table, Connection connection, LockTicket ticket, String how) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT 1 FROM " + table + " WHERE name = ? AND slot = 0 AND token = ? AND request_id = ?" + how)) {
            statement.setString(1, ticket.key().name());
            statement.setLong(2, ticket.token());
            statement.setString(3, ticket.requestId());
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("the grant is gone");
                }
            }
        }
    }
}
