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
 * Assigns each lock of a table a number of its own, for databases whose native locks have numbers or short names.
 *
 * <ol>
 *   <li>The candidate is a digest of the table's identity, the lock's key and a count of attempts, from 0.
 *   <li>A row of the kind {@code native-number} assigns it. The row's name is the number in hexadecimal, and {@code
 *       lock_name} and {@code lock_slot} say which lock has it. The primary key lets one lock have it.
 *   <li>If another lock has it, which is all but impossible, the next candidate is tried.
 * </ol>
 *
 * Numbers never change, and their rows are not purged, because clients cache them.
 */
public final class LockNumbers {
    private static final int SLOT = -10;
    private static final int MOST_REMEMBERED = 10_000;

    private final CommonSql common;
    private final Query find;
    private final Query assign;
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
        find = template.query("SELECT lock_name, lock_slot FROM {table} WHERE name = ? AND slot = ?");
        assign = template.query(
                "INSERT INTO {table} (name, slot, kind, lock_slot, lock_name) VALUES (?, ?, 'native-number', ?, ?)");
    }

    /** A lock's number. The first use of a lock takes a few statements, the first in this process one, later uses none. */
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
            if (isAssigned(connection, HexFormat.of().toHexDigits(candidate), key)) {
                return candidate;
            }
        }
    }

    /** Whether a number is this lock's. The first lock that asks for a number gets it. */
    private boolean isAssigned(Connection connection, String name, LockKey key) throws SQLException {
        List<LockKey> present = lockOf(connection, name);
        if (present.isEmpty()) {
            assign(connection, name, key);
            present = lockOf(connection, name);
        }
        return present.contains(key);
    }

    private List<LockKey> lockOf(Connection connection, String name) throws SQLException {
        return find.list(
                connection,
                statement -> {
                    statement.setString(1, name);
                    statement.setInt(2, SLOT);
                },
                row -> new LockKey(row.getString(1), row.getInt(2)));
    }

    private void assign(Connection connection, String name, LockKey key) throws SQLException {
        try {
            assign.update(connection, statement -> {
                statement.setString(1, name);
                statement.setInt(2, SLOT);
                statement.setInt(3, key.slot());
                statement.setString(4, key.name());
            });
        } catch (SQLException failure) {
            // Another client was faster; its row says which lock has the number.
            if (lockOf(connection, name).isEmpty()) {
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
