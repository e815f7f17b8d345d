package io.rowlock.memory.internal;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.time.Micros;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of a {@link MemoryTable}, with the columns that the lock table has. Times are microseconds. Guarded by its table. */
public final class MemoryRow {
    final LockKey key;
    long token;

    @Nullable
    String requestId;

    @Nullable
    String releasedRequest;

    @Nullable
    String sessionId;

    long acquired;
    long expires;
    long lease;
    long grace;
    long keepUntil;
    long grants;
    long renewals;
    String owner = "";

    /** Whether an open transaction has it locked, so that nobody else may change it. */
    boolean locked;

    public MemoryRow(LockKey key) {
        this.key = key;
    }

    /** Whether a claim may take it now. */
    public boolean isFreeFor(Claim claim, long now) {
        if (locked || keepUntil > now) {
            return false;
        }
        return requestId == null
                ? !claim.requestId().equals(releasedRequest)
                : !requestId.equals(claim.requestId()) && sessionId == null && expires + grace <= now;
    }

    public void grantTo(Claim claim, long now) {
        token = Math.max(token + 1, now);
        requestId = claim.requestId();
        sessionId = null;
        acquired = now;
        expires = now + claim.terms().leaseMicros();
        lease = claim.terms().leaseMicros();
        grace = claim.terms().graceMicros();
        keepUntil = claim.keepFor().isZero() ? 0 : now + Micros.of(claim.keepFor());
        grants++;
        renewals = 0;
        owner = claim.owner();
    }

    public void release(long now) {
        releasedRequest = requestId;
        requestId = null;
        sessionId = null;
        expires = now;
    }

    public boolean isOf(Grant grant) {
        return token == grant.token() && grant.requestId().equals(requestId);
    }

    /** Whether it may be renewed: while a session keeps it, nobody else can have been granted the lock. */
    public boolean isRunning(long now) {
        return expires > now || sessionId != null;
    }

    public void renew(long now) {
        expires = Math.max(expires, now + lease);
        renewals++;
    }

    /** The later of both expiries stays, which changes nothing about when the lock is free. */
    public void leave(MemorySession left) {
        sessionId = null;
        expires = Math.max(expires, left.expires);
    }

    /** The row as others see it: it lasts as long as its session, and is renewed with it. */
    public LockRow snapshot(@Nullable MemorySession session) {
        return new LockRow(
                key,
                token,
                requestId,
                sessionId,
                new LockRow.Times(
                        acquired, session == null ? expires : Math.max(expires, session.expires), grace, keepUntil),
                new LockRow.Counts(grants, renewals + (session == null ? 0 : session.renewals)),
                owner);
    }

    /** Whether the latest release was this grant's own; a revoke leaves the same trace, and its mark beside it. */
    public boolean wasReleasedBy(Grant grant) {
        return Objects.equals(releasedRequest, grant.requestId()) && !LockRow.REVOKED.equals(requestId);
    }
}
