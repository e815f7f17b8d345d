package io.rowlock.internal.fence;

import io.rowlock.Database;
import io.rowlock.TableName;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.SqlStates;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How each database keeps the newest token that was seen for a resource: a row for each, which only grows, and which is
 * locked until the caller's transaction ends, so that nobody passes between the check and the commit.
 *
 * <p>Every pass writes, even with a token that is there already: where several servers certify each other's writes
 * (Galera) a lock that was only read is seen by nobody else.
 *
 * <p>It works in the caller's transaction, at whatever isolation that has. The comparison always uses the latest committed
 * token: where a transaction would see an older one, the database raises a serialization failure instead.
 */
public sealed interface Fences {

    /**
     * The fences of a table.
     *
     * @param database the database that has it
     * @param table its name
     * @return its fences
     */
    static Fences of(Database database, TableName table) {
        return switch (database) {
            case H2 ->
                new ReadFirst(table, new UpdateOrInsert(table, Newest.forUpdate(table), Set.of(50200, 40001, 90131)));
            case POSTGRESQL -> new PostgreSql(table);
            case MYSQL, MARIADB -> new InnoDb(table);
            case ORACLE -> new UpdateOrInsert(table, Newest.forUpdate(table), Set.of(54, 60, 8177, 30006));
            case SQL_SERVER -> new UpdateOrInsert(table, Newest.withUpdateLock(table), Set.of(1205, 1222, 3960));
        };
    }

    /**
     * The statement that creates the table, and changes nothing when run again. Resources compare byte for byte.
     *
     * @param database the database
     * @param table its name
     * @return the statement
     */
    static String create(Database database, TableName table) {
        return FenceTable.of(database).create(table);
    }

    /**
     * Lets a token pass and remembers it, unless a newer one has been seen.
     *
     * @param connection with the caller's open transaction
     * @param resource the resource that is written
     * @param token the token of the writer's grant
     * @return the newer token that was seen; empty if this one passed
     * @throws SQLException when it fails, which leaves the caller's transaction to be rolled back
     */
    OptionalLong newerThan(Connection connection, String resource, long token) throws SQLException;

    /**
     * Whether the same transaction may succeed when it is run again.
     *
     * @param failure the driver's exception
     * @return true for a deadlock, a serialization failure, a lock wait that timed out
     */
    boolean isTransient(SQLException failure);

    /**
     * One statement, which never raises a duplicate key, because that would abort the transaction. Above READ COMMITTED a row
     * that was changed since the transaction's snapshot raises a serialization failure, also when the condition would not
     * hold on it.
     */
    final class PostgreSql implements Fences {
        private final Query pass;
        private final Newest newest;

        private PostgreSql(TableName table) {
            newest = Newest.forUpdate(table);
            pass = query(table, """
                    INSERT INTO {table} AS f (resource, token, passes) VALUES (?, ?, 1)
                    ON CONFLICT (resource) DO UPDATE SET token = excluded.token, passes = f.passes + 1
                    WHERE f.token <= excluded.token""");
        }

        @Override
        public OptionalLong newerThan(Connection connection, String resource, long token) throws SQLException {
            int passed = pass.update(connection, statement -> {
                statement.setString(1, resource);
                statement.setLong(2, token);
            });
            return passed == 1 ? OptionalLong.empty() : newest.ifNewer(connection, resource, token);
        }

        @Override
        public boolean isTransient(SQLException failure) {
            return SqlStates.classify(failure) == Kind.TRANSIENT;
        }
    }

    /**
     * The upsert locks the row exclusively from the start: an UPDATE that finds nothing would lock the gap, and two of
     * those deadlock when they insert. Its count depends on the driver's settings, so the row is read back,
     * locking, which sees the latest at every isolation. LAST_INSERT_ID would save that, but it is the caller's. The
     * assignments are made from left to right, so the passes are counted by the token that stood there before.
     */
    final class InnoDb implements Fences {
        /** Deadlock, lock wait, row changed since the snapshot. */
        private static final List<Integer> TRANSIENT_CODES = List.of(1213, 1205, 1020);

        private final Query raise;
        private final Newest newest;

        private InnoDb(TableName table) {
            newest = Newest.forUpdate(table);
            raise = query(table, """
                    INSERT INTO {table} (resource, token, passes) VALUES (?, ?, 1)
                    ON DUPLICATE KEY UPDATE passes = passes + (token <= ?), token = GREATEST(token, ?)""");
        }

        @Override
        public OptionalLong newerThan(Connection connection, String resource, long token) throws SQLException {
            raise.update(connection, statement -> {
                statement.setString(1, resource);
                statement.setLong(2, token);
                statement.setLong(3, token);
                statement.setLong(4, token);
            });
            return newest.ifNewer(connection, resource, token);
        }

        @Override
        public boolean isTransient(SQLException failure) {
            return TRANSIENT_CODES.contains(failure.getErrorCode()) || SqlStates.classify(failure) == Kind.TRANSIENT;
        }
    }

    /**
     * H2, Oracle, SQL Server: there is no upsert that settles a race of first uses. On SQL Server the look at the row that
     * is not there keeps others from inserting it; on the others the loser of the race gets a duplicate key, which undoes
     * the statement alone, and tries again. Above READ COMMITTED the winner's row stays unseen: then it is an error.
     */
    final class UpdateOrInsert implements Fences {
        private static final int ATTEMPTS = 3;

        /** H2 says the first, Oracle the second. */
        private static final Set<String> DUPLICATE_KEY = Set.of("23505", "23000");

        private final Query raise;
        private final Query insert;
        private final Newest newest;
        private final Set<Integer> transientCodes;

        /** The codes are those of a lock wait, a deadlock, and a row that was changed since the snapshot. */
        private UpdateOrInsert(TableName table, Newest newest, Set<Integer> transientCodes) {
            this.newest = newest;
            this.transientCodes = transientCodes;
            raise = query(table, "UPDATE {table} SET token = ?, passes = passes + 1 WHERE resource = ? AND token <= ?");
            insert = query(table, "INSERT INTO {table} (resource, token, passes) VALUES (?, ?, 1)");
        }

        @Override
        public OptionalLong newerThan(Connection connection, String resource, long token) throws SQLException {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                if (raised(connection, resource, token)) {
                    return OptionalLong.empty();
                }
                Optional<Long> seen = newest.of(connection, resource);
                if (seen.isPresent() && seen.get() > token) {
                    return OptionalLong.of(seen.get());
                }
                if (seen.isEmpty() && inserted(connection, resource, token)) {
                    return OptionalLong.empty();
                }
            }
            throw new SQLException("the fence's row was written after this transaction began to read", "40001");
        }

        private boolean raised(Connection connection, String resource, long token) throws SQLException {
            int raised = raise.update(connection, statement -> {
                statement.setLong(1, token);
                statement.setString(2, resource);
                statement.setLong(3, token);
            });
            return raised == 1;
        }

        private boolean inserted(Connection connection, String resource, long token) throws SQLException {
            try {
                insert.update(connection, statement -> {
                    statement.setString(1, resource);
                    statement.setLong(2, token);
                });
                return true;
            } catch (SQLException failure) {
                if (failure.getSQLState() != null && DUPLICATE_KEY.contains(failure.getSQLState())) {
                    return false;
                }
                throw failure;
            }
        }

        @Override
        public boolean isTransient(SQLException failure) {
            return transientCodes.contains(failure.getErrorCode()) || SqlStates.classify(failure) == Kind.TRANSIENT;
        }
    }

    /**
     * H2 again: with a file, its rollback can undo what another has committed to a row right after it was unlocked. So a token
     * that is too old is rejected without having locked the row, if possible, because then there is nothing to roll back.
     * A plain read shows only committed tokens; if it shows no newer one, the locking read follows.
     */
    final class ReadFirst implements Fences {
        private final Newest unlockedRead;
        private final UpdateOrInsert steps;

        private ReadFirst(TableName table, UpdateOrInsert steps) {
            unlockedRead = Newest.unlocked(table);
            this.steps = steps;
        }

        @Override
        public OptionalLong newerThan(Connection connection, String resource, long token) throws SQLException {
            Optional<Long> newer = unlockedRead.of(connection, resource).filter(seen -> seen > token);
            return newer.isPresent() ? OptionalLong.of(newer.get()) : steps.newerThan(connection, resource, token);
        }

        @Override
        public boolean isTransient(SQLException failure) {
            return steps.isTransient(failure);
        }
    }

    private static Query query(TableName table, String sql) {
        return new Query(sql.replace("{table}", table.text()));
    }

    /** Reads the newest token: under a lock it is the latest committed at every isolation. */
    final class Newest {
        private final Query query;

        private Newest(Query query) {
            this.query = query;
        }

        private static Newest forUpdate(TableName table) {
            return new Newest(Fences.query(table, "SELECT token FROM {table} WHERE resource = ? FOR UPDATE"));
        }

        private static Newest unlocked(TableName table) {
            return new Newest(Fences.query(table, "SELECT token FROM {table} WHERE resource = ?"));
        }

        private static Newest withUpdateLock(TableName table) {
            return new Newest(
                    Fences.query(table, "SELECT token FROM {table} WITH (UPDLOCK, HOLDLOCK) WHERE resource = ?"));
        }

        private Optional<Long> of(Connection connection, String resource) throws SQLException {
            return query.list(connection, statement -> statement.setString(1, resource), row -> row.getLong(1)).stream()
                    .findFirst();
        }

        private OptionalLong ifNewer(Connection connection, String resource, long token) throws SQLException {
            long seen = of(connection, resource)
                    .orElseThrow(() -> new SQLException(
                            "the fence's row was deleted while it was used; never delete rows of a fence"));
            return seen > token ? OptionalLong.of(seen) : OptionalLong.empty();
        }
    }
}
