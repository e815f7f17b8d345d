package io.rowlock.memory.internal;

import io.rowlock.internal.time.Terms;

/** A session that keeps many rows at once. Guarded by its table. */
public final class MemorySession {
    final String id;
    final long lease;
    final long grace;
    long expires;
    long renewals;

    /** Once it has ended it is never prolonged again. */
    boolean ended;

    /** Whether an open transaction has it locked, so that nobody else may change it. */
    boolean locked;

    public MemorySession(String id, Terms terms, long now) {
        this(id, terms.leaseMicros(), terms.graceMicros(), now + terms.leaseMicros());
    }

    private MemorySession(String id, long lease, long grace, long expires) {
        this.id = id;
        this.lease = lease;
        this.grace = grace;
        this.expires = expires;
    }

    /** Takes the place of a session that has vanished: it has ended, and lasts no less than its rows had. */
    public static MemorySession inPlaceOf(String vanished, MemoryRow row, long now) {
        MemorySession ended = new MemorySession(vanished, row.lease, row.grace, now + row.lease);
        ended.ended = true;
        return ended;
    }

    public boolean beat(long now) {
        if (ended || locked || expires <= now) {
            return false;
        }
        expires = Math.max(expires, now + lease);
        renewals++;
        return true;
    }

    public void endIfExpired(long now) {
        if (!locked && expires + grace <= now) {
            ended = true;
        }
    }

    public void end() {
        if (!locked) {
            ended = true;
        }
    }
}
