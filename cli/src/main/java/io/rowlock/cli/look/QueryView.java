package io.rowlock.cli.look;

import io.rowlock.Database;
import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.text.Reasons;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The locks by plain queries, on a connection of an account that may not write. */
final class QueryView implements LockView {
    private static final int SECONDS = 10;

    private final Connection connection;
    private final LockQuery query;
    private final boolean countsWaiters;

    private QueryView(Connection connection, LockQuery query, boolean readsTable) {
        this.connection = connection;
        this.query = query;
        this.countsWaiters = readsTable && query.database() == Database.POSTGRESQL;
    }

    /** The view of a table that this connection may read, or whose status view it may; empty if neither. */
    static Optional<LockView> open(Connection connection, Database database, String table) throws SQLException {
        Optional<LockQuery> onTable = LockQuery.onTable(database, table);
        if (onTable.isPresent() && isAllowed(connection, onTable.get())) {
            return Optional.of(new QueryView(connection, onTable.get(), true));
        }
        LockQuery onView = LockQuery.onView(database, table);
        return isAllowed(connection, onView) ? Optional.of(new QueryView(connection, onView, false)) : Optional.empty();
    }

    /** A view that is not there cannot be read either. */
    private static boolean isAllowed(Connection connection, LockQuery query) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery(query.trial()).close();
            return true;
        } catch (SQLException rejected) {
            if (connection.isValid(SECONDS)) {
                return false;
            }
            throw rejected;
        }
    }

    @Override
    public List<LockStatus> all() {
        return read(query.all(), statement -> {});
    }

    @Override
    public Optional<LockStatus> find(String name) {
        return read(query.one(), statement -> statement.setString(1, name)).stream()
                .findFirst();
    }

    @Override
    public boolean countsWaiters() {
        return countsWaiters;
    }

    /** Sets the parameters of a statement. */
    private interface Binder {
        void bind(PreparedStatement statement) throws SQLException;
    }

    private List<LockStatus> read(String sql, Binder binder) {
        try {
            Map<String, Integer> waiters = countsWaiters ? waiters() : Map.of();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setQueryTimeout(SECONDS);
                binder.bind(statement);
                return statuses(statement, waiters);
            }
        } catch (SQLException failure) {
            throw CliException.unavailable("the locks cannot be read: " + Reasons.of(failure), failure);
        }
    }

    private static List<LockStatus> statuses(PreparedStatement statement, Map<String, Integer> waiters)
            throws SQLException {
        List<LockStatus> locks = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                String name = row.getString("name");
                locks.add(LockStatus.builder(LockKey.of(name))
                        .state(LockStatus.State.valueOf(row.getString("state")))
                        .owner(row.getString("owner"))
                        .token(row.getLong("token"))
                        .since(time(row, "acquired_at"))
                        .until(time(row, "expires_at"))
                        .renewals(row.getLong("renewals"))
                        .grants(row.getLong("grants"))
                        .waiters(waiters.getOrDefault(name, 0))
                        .asOf(Instant.EPOCH.plus(row.getLong("now_us"), ChronoUnit.MICROS))
                        .build());
            }
        }
        return locks;
    }

    /** The view tells times of UTC without their zone. */
    private static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }

    private Map<String, Integer> waiters() throws SQLException {
        Map<String, Integer> waiters = new HashMap<>();
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(SECONDS);
            try (ResultSet row = statement.executeQuery(query.waiters())) {
                while (row.next()) {
                    waiters.put(row.getString(1), row.getInt(2));
                }
            }
        }
        return waiters;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException broken) {
            // all was read that was to be read
        }
    }
}
