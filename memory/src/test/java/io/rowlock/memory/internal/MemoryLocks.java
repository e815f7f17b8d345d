package io.rowlock.memory.internal;

import io.rowlock.LockKey;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.time.Micros;
import io.rowlock.testkit.control.StoredLocks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The rows of a table in memory, seen and changed past its clients. */
public final class MemoryLocks implements StoredLocks {
    private final MemoryTable table;
    private final LongSupplier clock;

    public MemoryLocks(MemoryTable table, LongSupplier clock) {
        this.table = table;
        this.clock = clock;
    }

    private <T> Optional<T> read(String name, Function<MemoryRow, T> reading) {
        synchronized (table) {
            return Optional.ofNullable(table.rows().get(LockKey.of(name))).map(reading);
        }
    }

    private void change(String name, Consumer<MemoryRow> change) {
        boolean changed = read(name, row -> {
                    change.accept(row);
                    return true;
                })
                .orElse(false);
        if (!changed) {
            throw new AssertionError("no row to change for lock " + name);
        }
    }

    private <T> Optional<T> session(String id, Function<MemorySession, T> reading) {
        synchronized (table) {
            return table.sessions().find(id).map(reading);
        }
    }

    @Override
    public Map<String, String> row(String name) {
        return find(name).orElseThrow(() -> new AssertionError("no row for lock " + name));
    }

    @Override
    public Optional<Map<String, String>> find(String name) {
        return read(name, MemoryLocks::columns);
    }

    private static Map<String, String> columns(MemoryRow row) {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("name", row.key.name());
        columns.put("token", String.valueOf(row.token));
        columns.put("request_id", String.valueOf(row.requestId));
        columns.put("released_request", String.valueOf(row.releasedRequest));
        columns.put("session_id", String.valueOf(row.sessionId));
        columns.put("acquired_us", String.valueOf(row.acquired));
        columns.put("expires_us", String.valueOf(row.expires));
        columns.put("lease_us", String.valueOf(row.lease));
        columns.put("grace_us", String.valueOf(row.grace));
        columns.put("keep_until_us", String.valueOf(row.keepUntil));
        columns.put("grants", String.valueOf(row.grants));
        columns.put("renewals", String.valueOf(row.renewals));
        columns.put("owner", row.owner);
        return columns;
    }

    @Override
    public long number(String name, String column) {
        return Long.parseLong(row(name).get(column));
    }

    @Override
    public Optional<String> sessionOf(String name) {
        return read(name, row -> Optional.ofNullable(row.sessionId)).flatMap(id -> id);
    }

    @Override
    public boolean sessionLives(String id) {
        return session(id, session -> !session.ended).orElse(false);
    }

    @Override
    public long sessionNumber(String id, String column) {
        return switch (column) {
            case "renewals" -> session(id, session -> session.renewals).orElseThrow();
            case "expires_us" -> session(id, session -> session.expires).orElseThrow();
            default -> throw new IllegalArgumentException(column);
        };
    }

    @Override
    public List<Map<String, String>> locksOf(String session) {
        synchronized (table) {
            return table.rows().values().stream()
                    .filter(row -> session.equals(row.sessionId))
                    .map(MemoryLocks::columns)
                    .toList();
        }
    }

    @Override
    public void deleteSession(String id) {
        synchronized (table) {
            table.sessions().delete(id);
        }
    }

    @Override
    public void set(String name, String column, long value) {
        change(name, row -> {
            switch (column) {
                case "token" -> row.token = value;
                case "expires_us" -> row.expires = value;
                default -> throw new IllegalArgumentException(column);
            }
        });
    }

    @Override
    public void addFree(Stream<String> names) {
        synchronized (table) {
            names.map(LockKey::of).forEach(key -> {
                MemoryRow row = new MemoryRow(key);
                row.token = 1;
                table.rows().put(key, row);
            });
        }
    }

    @Override
    public void age(String name, Duration by) {
        long micros = Micros.of(by);
        change(name, row -> {
            row.token -= micros;
            row.acquired -= micros;
            row.expires -= micros;
            row.keepUntil -= micros;
        });
    }

    @Override
    public void advance(String name, Duration by) {
        long micros = Micros.of(by);
        change(name, row -> {
            row.token = later(row.token, micros);
            row.acquired = later(row.acquired, micros);
            row.expires = later(row.expires, micros);
            row.keepUntil = later(row.keepUntil, micros);
        });
    }

    private static long later(long moment, long micros) {
        return moment == 0 ? 0 : moment + micros;
    }

    @Override
    public void postponeExpiry(String name, Duration by) {
        change(name, row -> row.expires += Micros.of(by));
    }

    @Override
    public List<String> liveIfThere(String part) {
        long now = clock.getAsLong();
        return table.list().rows().stream()
                .filter(row -> row.requestId() != null && !LockRow.REVOKED.equals(row.requestId()))
                .filter(row -> row.times().expires() > now)
                .map(row -> row.key().name())
                .filter(name -> name.contains(part))
                .toList();
    }

    @Override
    public RowLock lockRow(String name) {
        change(name, row -> row.locked = true);
        return new Locked(() -> change(name, row -> row.locked = false));
    }

    @Override
    public RowLock lockSession(String id) {
        if (session(id, session -> session.locked = true).isEmpty()) {
            throw new AssertionError("no session " + id);
        }
        return new Locked(() -> session(id, session -> session.locked = false));
    }

    /** A row that nobody else may change until this is closed. */
    private static final class Locked implements RowLock {
        private final Runnable unlock;
        private final AtomicBoolean open = new AtomicBoolean(true);

        Locked(Runnable unlock) {
            this.unlock = unlock;
        }

        @Override
        public boolean isOpen() {
            return open.get();
        }

        @Override
        public void close() {
            open.set(false);
            unlock.run();
        }
    }
}
