package io.rowlock.internal.sql.shared;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of a table's locks on a server whose native locks have short names instead of numbers.
 *
 * <ol>
 *   <li>A row of the kind {@code native-name}, with the lock's name, has the server's name in {@code native_name}. The primary
 *       key lets a lock have one.
 *   <li>The first client that uses the lock assigns it: a prefix and the lock's number, or the lock's own name if that client
 *       shares names with other programs.
 *   <li>A client that shares names always takes the lock's own name, and also the one with the number if that was assigned
 *       before.
 *   <li>A name that the server rejects, or that looks like a number, is rejected with the reason. Otherwise other programs
 *       would not share the lock, and it would be held twice.
 * </ol>
 *
 * Names never change: see {@link LockNumbers}.
 */
public final class ServerNames {
    private static final int SLOT = -11;
    private static final int MOST_REMEMBERED = 10_000;
    private static final String NUMBERED = "rowlock:";

    private static final String REJECTED = "42000";

    private final LockNumbers numbers;
    private final Optional<Trial> sharing;
    private final Query find;
    private final Query assign;
    private final Map<LockKey, List<String>> known = new ConcurrentHashMap<>();

    /**
     * The names of one table's locks.
     *
     * @param template the table
     * @param numbers where numbers come from
     * @param sharing finds out which names can be shared with other programs; empty if none are shared
     */
    public ServerNames(Template template, LockNumbers numbers, Optional<Trial> sharing) {
        this.numbers = numbers;
        this.sharing = sharing;
        find = template.query("SELECT native_name FROM {table} WHERE name = ? AND slot = ?");
        assign = template.query("INSERT INTO {table} (name, slot, kind, native_name) VALUES (?, ?, 'native-name', ?)");
    }

    /** The server's names of a lock, in the order in which a client takes them. */
    public List<String> of(Connection connection, LockKey key) throws SQLException {
        List<String> remembered = known.get(key);
        if (remembered != null) {
            return remembered;
        }
        List<String> found = key.slot() == 0 ? find(connection, key) : List.of(numbered(connection, key));
        if (known.size() >= MOST_REMEMBERED) {
            known.clear();
        }
        known.put(key, found);
        return found;
    }

    private List<String> find(Connection connection, LockKey key) throws SQLException {
        boolean shared = sharing.isPresent();
        if (shared) {
            requireShareable(connection, key, sharing.get());
        }
        List<String> assigned = assigned(connection, key);
        if (assigned.isEmpty()) {
            assign(connection, key, shared ? key.name() : numbered(connection, key));
            assigned = assigned(connection, key);
        }
        return shared && !assigned.contains(key.name())
                ? List.of(key.name(), assigned.get(0))
                : List.of(assigned.get(0));
    }

    private static void requireShareable(Connection connection, LockKey key, Trial trial) throws SQLException {
        if (key.name().toLowerCase(Locale.ROOT).startsWith(NUMBERED)) {
            throw rejected(key, "names that begin with '" + NUMBERED + "' are Rowlock's own there", null);
        }
        try {
            trial.requireValid(connection, key.name());
        } catch (SQLException failure) {
            if (!REJECTED.equals(failure.getSQLState())) {
                throw failure;
            }
            throw rejected(key, String.valueOf(failure.getMessage()), failure);
        }
    }

    private static SQLException rejected(LockKey key, String why, @Nullable SQLException cause) {
        return new SQLException(
                "the name '" + key + "' cannot be shared with programs that call the server's lock functions: " + why
                        + "; choose another (MySQL takes at most 64 characters, none beyond U+FFFF, MariaDB 192 bytes, SQL"
                        + " Server 255 characters), or build the client with connectionBound() if no other program takes part",
                REJECTED,
                cause);
    }

    private String numbered(Connection connection, LockKey key) throws SQLException {
        return NUMBERED + HexFormat.of().toHexDigits(numbers.of(connection, key));
    }

    private List<String> assigned(Connection connection, LockKey key) throws SQLException {
        return find.list(
                connection,
                statement -> {
                    statement.setString(1, key.name());
                    statement.setInt(2, SLOT);
                },
                row -> row.getString(1));
    }

    private void assign(Connection connection, LockKey key, String name) throws SQLException {
        try {
            assign.update(connection, statement -> {
                statement.setString(1, key.name());
                statement.setInt(2, SLOT);
                statement.setString(3, name);
            });
        } catch (SQLException failure) {
            // Another client was faster; its row has the name.
            if (assigned(connection, key).isEmpty()) {
                throw failure;
            }
        }
    }

    /** Finds out whether a server takes a name. */
    @FunctionalInterface
    public interface Trial {
        /** Fails with SQLState 42000 for a name that the server rejects; locks nothing. */
        void requireValid(Connection connection, String name) throws SQLException;
    }
}
