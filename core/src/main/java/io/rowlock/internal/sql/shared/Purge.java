package io.rowlock.internal.sql.shared;

import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.time.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/** Deletes old rows in portions, so that no statement holds many of them for long. */
public final class Purge {
    private static final int PORTION = 5_000;

    private Purge() {}

    /** Deletes some of the rows that may go; returns how many. */
    @FunctionalInterface
    public interface Portion {
        int delete(int limit) throws SQLException;
    }

    public static int run(Connection connection, Query delete, Duration retention) throws SQLException {
        return inPortions(limit -> delete.update(connection, statement -> bind(statement, 1, retention, limit)));
    }

    public static int inPortions(Portion purge) throws SQLException {
        int deleted = 0;
        int portion;
        do {
            portion = purge.delete(PORTION);
            deleted += portion;
        } while (portion == PORTION);
        return deleted;
    }

    public static void bind(PreparedStatement statement, int first, Duration retention, int limit) throws SQLException {
        bindRetention(statement, first, retention);
        statement.setInt(first + 2, limit);
    }

    /** Binds a retention twice, for the token and for the expiry. */
    public static void bindRetention(PreparedStatement statement, int first, Duration retention) throws SQLException {
        statement.setLong(first, Micros.of(retention));
        statement.setLong(first + 1, Micros.of(retention));
    }
}
