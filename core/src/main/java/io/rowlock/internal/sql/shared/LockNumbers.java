package io.rowlock.internal.sql.shared;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives each lock of a table a number of its own, for databases that know session locks by number or by short names.
 *
 * <ol>
 *   <li>The candidate is a digest of the table's identity, the lock's key and a count of attempts, from 0.
 *   <li>A row of the lock table says whose a number is: the number in hexadecimal is its name, its slot is −10, the lock's
 *       name stands in its owner, the lock's slot in its token. The primary key lets one lock have it.
 *   <li>If it is another lock's, which no table of this world will see, the next attempt's candidate is tried.
 * </ol>
 *
 * Numbers are for ever: such rows are not purged, for a client may know them by heart.
 */
public final class LockNumbers {
    private static final int SLOT = -10;
    private static final int MOST_REMEMBERED = 10_000;

    private final CommonSql common;
    private final Query whose;
    private final Query give;
    private final Digest digest;
    private final Map<LockKey, Long> known = new ConcurrentHashMap<>();

    public LockNumbers(Template template, CommonSql common) {
        this(template, common, LockNumbers::digest);
    }

    /** Numbers that have no other bits than these. */
    public LockNumbers(Template template, CommonSql common, long bits) {
        this(template, common, (identity, key, attempt) -> digest(identity, key, attempt) & bits);
    }

    LockNumbers(Template template, CommonSql common, Digest digest) {
        this.common = common;
        this.digest = digest;
        whose = template.query("SELECT lock_name, lock_slot FROM {table} WHERE name = ? AND slot = ?");
        give = template.query(
                "INSERT INTO {table} (name, slot, kind, lock_slot, lock_name) VALUES (?, ?, 'native-number', ?, ?)");
    }

    /** A lock's number. The first use of a lock takes a few statements, in this process another, then none. */
    public long of(Connection connection, LockKey key) throws SQLException {
        Long remembered = known.get(key);
        if (remembered != null) {
            return remembered;
        }
        long found = find(connection, key);
        if (known.size() >= MOST_REMEMBERED) {
            known.clear();
        }
        known.put(key, found);
        return found;
    }

    private long find(Connection connection, LockKey key) throws SQLException {
        String identity = common.identity(connection).orElse("");
        for (int attempt = 0; ; attempt++) {
            long candidate = digest.of(identity, key, attempt);
            if (isGiven(connection, HexFormat.of().toHexDigits(candidate), key)) {
                return candidate;
            }
        }
    }

    /** Whether something is this lock's alone: it is the first lock's that asks for it. */
    private boolean isGiven(Connection connection, String name, LockKey key) throws SQLException {
        List<LockKey> present = owner(connection, name);
        if (present.isEmpty()) {
            give(connection, name, key);
            present = owner(connection, name);
        }
        return present.contains(key);
    }

    private List<LockKey> owner(Connection connection, String name) throws SQLException {
        return whose.list(
                connection,
                statement -> {
                    statement.setString(1, name);
                    statement.setInt(2, SLOT);
                },
                row -> new LockKey(row.getString(1), row.getInt(2)));
    }

    private void give(Connection connection, String name, LockKey key) throws SQLException {
        try {
            give.update(connection, statement -> {
                statement.setString(1, name);
                statement.setInt(2, SLOT);
                statement.setInt(3, key.slot());
                statement.setString(4, key.name());
            });
        } catch (SQLException failure) {
            // Whoever lost the race for it reads whose it became.
            if (owner(connection, name).isEmpty()) {
                throw failure;
            }
        }
    }

    private static long digest(String identity, LockKey key, int attempt) {
        String text = identity + '\n' + attempt + '\n' + key.slot() + '\n' + key.name();
        try {
            byte[] bits = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(bits).getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Makes candidates. */
    @FunctionalInterface
    interface Digest {
        long of(String identity, LockKey key, int attempt);
    }
}
