package io.rowlock.internal.dialect;

import io.rowlock.LockKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The names by which a server knows the locks of a table, where it knows them by short names, not by number.
 *
 * <ol>
 *   <li>A row of the lock table says what a lock is called there: the lock's name is its name, its slot is −11, the server's
 *       name stands in its owner. The primary key lets it have one, whoever gives it.
 *   <li>The first client that uses the lock gives it: its number, after a prefix; or, for a client that shares names with
 *       other programs, the lock's own name, if that is short and plain, and no name that differs in case alone has it.
 * </ol>
 *
 * It is for ever: see {@link LockNumbers}.
 */
final class ServerNames {
    private static final int SLOT = -11;
    private static final int MOST_REMEMBERED = 10_000;
    private static final String NUMBERED = "rowlock:";

    /** Printable ASCII, and never what a number could be mistaken for. */
    private static final Pattern PLAIN = Pattern.compile("(?!(?i:" + NUMBERED + "))[ -~]{1,60}");

    private final LockNumbers numbers;
    private final boolean shared;
    private final Query called;
    private final Query call;
    private final Map<LockKey, String> known = new ConcurrentHashMap<>();

    ServerNames(Template template, LockNumbers numbers, boolean shared) {
        this.numbers = numbers;
        this.shared = shared;
        called = template.query("SELECT owner FROM {table} WHERE name = ? AND slot = ?");
        call = template.query("INSERT INTO {table} (name, slot, token, owner) VALUES (?, ?, 0, ?)");
    }

    /** What the server calls a lock. */
    String of(Connection connection, LockKey key) throws SQLException {
        String remembered = known.get(key);
        if (remembered != null) {
            return remembered;
        }
        String found = key.slot() == 0 ? find(connection, key) : numbered(connection, key);
        if (known.size() >= MOST_REMEMBERED) {
            known.clear();
        }
        known.put(key, found);
        return found;
    }

    private String find(Connection connection, LockKey key) throws SQLException {
        List<String> given = given(connection, key);
        if (given.isEmpty()) {
            give(connection, key, choose(connection, key));
            given = given(connection, key);
        }
        return given.get(0);
    }

    private String choose(Connection connection, LockKey key) throws SQLException {
        boolean isPlain = shared && PLAIN.matcher(key.name()).matches();
        return isPlain && numbers.isGiven(connection, key.name().toLowerCase(Locale.ROOT), key)
                ? key.name()
                : numbered(connection, key);
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
}
