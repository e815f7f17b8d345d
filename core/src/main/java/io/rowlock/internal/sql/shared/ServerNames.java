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
 * The names by which a server knows the locks of a table, where it knows them by short names, not by number.
 *
 * <ol>
 *   <li>A row of the lock table says what a lock is called there: the lock's name is its name, its slot is −11, the server's
 *       name stands in its owner. The primary key lets it have one, whoever gives it.
 *   <li>The first client that uses the lock gives it: its number, after a prefix; or, for a client that shares names with
 *       other programs, the lock's own name, exactly as those programs pass it.
 *   <li>A client that shares names takes the lock's own name in any case; if the lock was given a number before, the number too.
 *   <li>A name that the server refuses, or that could be taken for a number, cannot be shared, and is refused with the reason: a
 *       lock that other programs silently do not share would be held twice.
 * </ol>
 *
 * It is for ever: see {@link LockNumbers}.
 */
public final class ServerNames {
    private static final int SLOT = -11;
    private static final int MOST_REMEMBERED = 10_000;
    private static final String NUMBERED = "rowlock:";

    private static final String REFUSED = "42000";

    private final LockNumbers numbers;
    private final Optional<Trial> sharing;
    private final Query called;
    private final Query call;
    private final Map<LockKey, List<String>> known = new ConcurrentHashMap<>();

    /**
     * Names.
     *
     * @param template the table
     * @param numbers where numbers come from
     * @param sharing tells which names can be shared with other programs; empty if none are
     */
    public ServerNames(Template template, LockNumbers numbers, Optional<Trial> sharing) {
        this.numbers = numbers;
        this.sharing = sharing;
        called = template.query("SELECT native_name FROM {table} WHERE name = ? AND slot = ?");
        call = template.query("INSERT INTO {table} (name, slot, kind, native_name) VALUES (?, ?, 'native-name', ?)");
    }

    /** What the server calls a lock, in the order in which its names are taken. */
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
        List<String> given = given(connection, key);
        if (given.isEmpty()) {
            give(connection, key, shared ? key.name() : numbered(connection, key));
            given = given(connection, key);
        }
        return shared && !given.contains(key.name()) ? List.of(key.name(), given.get(0)) : List.of(given.get(0));
    }

    private static void requireShareable(Connection connection, LockKey key, Trial trial) throws SQLException {
        if (key.name().toLowerCase(Locale.ROOT).startsWith(NUMBERED)) {
            throw refused(key, "names that begin with '" + NUMBERED + "' are Rowlock's own there", null);
        }
        try {
            trial.requireValid(connection, key.name());
        } catch (SQLException failure) {
            if (!REFUSED.equals(failure.getSQLState())) {
                throw failure;
            }
            throw refused(key, String.valueOf(failure.getMessage()), failure);
        }
    }

    private static SQLException refused(LockKey key, String why, @Nullable SQLException cause) {
        return new SQLException(
                "the name '" + key + "' cannot be shared with programs that call the server's lock functions: " + why
                        + "; choose another (MySQL takes at most 64 characters, none beyond U+FFFF, MariaDB 192 bytes, SQL"
                        + " Server 255 characters), or build the client with connectionBound() if no other program takes part",
                REFUSED,
                cause);
    }

    private String numbered(Connection connection, LockKey key) throws SQLException {
        return NUMBERED + HexFormat.of().toHexDigits(numbers.of(connection, key));
    }

    private List<String> given(Connection connection, LockKey key) throws SQLException {
        return called.list(
                connection,
                statement -> {
                    statement.setString(1, key.name());
                    statement.setInt(2, SLOT);
                },
                row -> row.getString(1));
    }

    private void give(Connection connection, LockKey key, String name) throws SQLException {
        try {
            call.update(connection, statement -> {
                statement.setString(1, key.name());
                statement.setInt(2, SLOT);
                statement.setString(3, name);
            });
        } catch (SQLException failure) {
            // Whoever lost the race reads what the other gave.
            if (given(connection, key).isEmpty()) {
                throw failure;
            }
        }
    }

    /** Finds out whether a server takes a name. */
    @FunctionalInterface
    public interface Trial {
        /** Fails with SQLState 42000 for a name that the server refuses; locks nothing. */
        void requireValid(Connection connection, String name) throws SQLException;
    }
}
