package io.rowlock.memory.internal;

import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A lock table in memory. Each method is what one statement is on a database: it sees and changes the rows as they are at one
 * moment, by the table's own clock, and waits for nobody. Thread-safe.
 */
public final class MemoryTable {
    private final LongSupplier clock;
    private final NavigableMap<LockKey, MemoryRow> rows = new TreeMap<>();
    private final MemorySessions sessions = new MemorySessions();

    public MemoryTable(LongSupplier clock) {
        this.clock = clock;
    }

    /** The rows themselves, for tests that change them past the clients. Guarded by this table. */
    public NavigableMap<LockKey, MemoryRow> rows() {
        return rows;
    }

    public MemorySessions sessions() {
        return sessions;
    }

    public synchronized AcquireResult acquire(Claim claim) {
        long now = clock.getAsLong();
        MemoryRow row = rows.get(claim.key());
        if (row == null && now <= claim.notAfter()) {
            row = new MemoryRow(claim.key());
            rows.put(claim.key(), row);
            return grant(row, claim, now);
        }
        if (row != null && row.sessionId != null && snapshot(row).freeAt() <= now) {
            sessions.leaveIfOver(row, now);
        }
        return row != null && now <= claim.notAfter() && row.isFreeFor(claim, now)
                ? grant(row, claim, now)
                : repeated(row, claim, now);
    }

    private static AcquireResult grant(MemoryRow row, Claim claim, long now) {
        row.grantTo(claim, now);
        return new AcquireResult.Granted(row.token);
    }

    /** A repeat of a claim that was granted is granted the same; every other is rejected. */
    private AcquireResult repeated(@Nullable MemoryRow row, Claim claim, long now) {
        if (row != null && !row.locked && claim.requestId().equals(row.requestId) && row.expires > now) {
            row.renewals++;
            return new AcquireResult.Granted(row.token);
        }
        return new AcquireResult.Busy(Optional.ofNullable(row).map(this::snapshot), now);
    }

    private LockRow snapshot(MemoryRow row) {
        return row.snapshot(sessions.of(row));
    }

    public synchronized AcquireResult handOff(Grant from, Claim to) {
        long now = clock.getAsLong();
        MemoryRow row = rows.get(to.key());
        boolean possible = row != null
                && !row.locked
                && row.isOf(from)
                && row.isRunning(now)
                && row.keepUntil <= now
                && now <= to.notAfter();
        if (row == null || !possible) {
            return repeated(row, to, now);
        }
        row.releasedRequest = from.requestId();
        return grant(row, to, now);
    }

    public synchronized GrantOutcome renew(Grant grant) {
        long now = clock.getAsLong();
        return change(grant, now, row -> true, row -> row.renew(now));
    }

    /** Renews, and moves the row to another session, if it has none or the one that is expected. */
    public synchronized GrantOutcome renew(Grant grant, String expected, @Nullable String next) {
        long now = clock.getAsLong();
        return change(grant, now, row -> row.sessionId == null || row.sessionId.equals(expected), row -> {
            row.renew(now);
            row.sessionId = next;
        });
    }

    public synchronized GrantOutcome extend(Grant grant, Terms terms) {
        long now = clock.getAsLong();
        return change(grant, now, row -> true, row -> {
            row.expires = Math.max(row.expires, now + terms.leaseMicros());
            row.lease = Math.max(row.lease, terms.leaseMicros());
            row.grace = Math.max(row.grace, terms.graceMicros());
            row.renewals++;
            row.sessionId = null;
        });
    }

    /** Renews, without other terms, so that the row expires no sooner. */
    public synchronized GrantOutcome renew(Grant grant, Duration atLeast) {
        long now = clock.getAsLong();
        return change(grant, now, row -> true, row -> {
            row.expires = Math.max(row.expires, now + Micros.of(atLeast));
            row.renewals++;
        });
    }

    private GrantOutcome change(Grant grant, long now, Condition condition, Change change) {
        MemoryRow row = rows.get(grant.key());
        if (row == null || !row.isOf(grant) || !row.isRunning(now)) {
            return GrantOutcome.NOT_OWNER;
        }
        if (row.locked || !condition.holds(row)) {
            return GrantOutcome.ROW_LOCKED;
        }
        change.make(row);
        return GrantOutcome.DONE;
    }

    public synchronized GrantOutcome release(Grant grant) {
        MemoryRow row = rows.get(grant.key());
        if (row == null) {
            return GrantOutcome.NOT_OWNER;
        }
        if (grant.requestId().equals(row.requestId)) {
            return row.locked ? GrantOutcome.ROW_LOCKED : release(row, grant);
        }
        return row.wasReleasedBy(grant) ? GrantOutcome.DONE : GrantOutcome.NOT_OWNER;
    }

    private GrantOutcome release(MemoryRow row, Grant grant) {
        long now = clock.getAsLong();
        row.release(now);
        if (grant.token() == Grant.UNKNOWN_TOKEN) {
            row.keepUntil = 0;
        } else if (grant.isKept()) {
            row.keepUntil = Math.max(row.keepUntil, now + Micros.of(grant.keepFor()));
        }
        return GrantOutcome.DONE;
    }

    public synchronized boolean check(Grant grant) {
        MemoryRow row = rows.get(grant.key());
        return row != null && row.isOf(grant) && snapshot(row).times().expires() > clock.getAsLong();
    }

    public synchronized LockRows find(Collection<LockKey> keys) {
        return new LockRows(
                keys.stream()
                        .map(rows::get)
                        .filter(Objects::nonNull)
                        .map(this::snapshot)
                        .toList(),
                clock.getAsLong());
    }

    public synchronized LockRows list() {
        return find(List.copyOf(rows.keySet()));
    }

    public synchronized Revocation revoke(LockKey key, long token, boolean immediately) {
        long now = clock.getAsLong();
        MemoryRow row = rows.get(key);
        if (row == null || row.token != token || !snapshot(row).isTaken(now)) {
            return Revocation.notHeld();
        }
        if (row.locked || !sessions.leaveByForce(row, now)) {
            return Revocation.rowLocked();
        }
        revoke(row, immediately, now);
        return Revocation.revoked(Micros.toInstant(Math.max(snapshot(row).freeAt(), now)));
    }

    private static void revoke(MemoryRow row, boolean immediately, long now) {
        boolean held = row.requestId != null;
        if (held && !LockRow.REVOKED.equals(row.requestId)) {
            row.releasedRequest = row.requestId;
        }
        row.keepUntil = 0;
        row.requestId = held && !immediately ? LockRow.REVOKED : null;
        if (immediately) {
            row.expires = now;
        }
    }

    public synchronized int purge(Duration retention) {
        long now = clock.getAsLong();
        long before = now - Micros.of(retention);
        rows.values().stream()
                .filter(row -> sessions.isOlderThan(row, before))
                .forEach(row -> sessions.leaveIfOver(row, now));
        int known = rows.size();
        rows.values().removeIf(row -> mayGo(row, now, before));
        sessions.purge(before);
        return known - rows.size();
    }

    private static boolean mayGo(MemoryRow row, long now, long before) {
        return !row.locked
                && row.keepUntil <= now
                && row.token < before
                && row.expires < before
                && row.sessionId == null
                && (row.requestId == null || row.expires + row.grace <= now);
    }

    public synchronized void openSession(String id, Terms terms) {
        sessions.open(new MemorySession(id, terms, clock.getAsLong()));
    }

    public synchronized boolean beat(String id) {
        return sessions.beat(id, clock.getAsLong());
    }

    public synchronized void closeSession(String id) {
        sessions.close(id);
    }

    /** Whether a row may be changed. */
    @FunctionalInterface
    private interface Condition {
        boolean holds(MemoryRow row);
    }

    /** A change of a row. */
    @FunctionalInterface
    private interface Change {
        void make(MemoryRow row);
    }
}
