package io.rowlock.memory;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.SessionStore;
import io.rowlock.internal.time.Terms;
import io.rowlock.memory.MemoryRequest.Kind;
import io.rowlock.memory.MemoryRequest.Outcome;
import io.rowlock.memory.internal.MemoryTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A way to a lock table in memory. It has no connection, so it is always ready. */
final class MemoryLockStore implements LockStore {
    private final MemoryTable table;
    private final MemoryLink link;
    private final Optional<SessionStore> sessions;

    MemoryLockStore(MemoryTable table, MemoryLink link) {
        this.table = table;
        this.link = link;
        sessions = Optional.of(new MemorySessionStore(table, link));
    }

    @Override
    public void connect() {}

    @Override
    public Duration idleTimeout() {
        return Duration.ZERO;
    }

    @Override
    public void callTimeout(Duration timeout) {}

    @Override
    public List<AcquireResult> acquire(List<Claim> claims) {
        return link.send(
                claims.stream().map(Claim::key).toList(),
                Kind.ACQUIRE,
                () -> claims.stream().map(table::acquire).toList(),
                MemoryLockStore::claimed);
    }

    private static List<Outcome> claimed(List<AcquireResult> outcomes) {
        return outcomes.stream()
                .map(outcome -> outcome instanceof AcquireResult.Granted ? Outcome.GRANTED : Outcome.BUSY)
                .toList();
    }

    @Override
    public List<GrantOutcome> renew(List<Grant> grants) {
        return send(grants, Kind.RENEW, table::renew);
    }

    @Override
    public GrantOutcome extend(Grant grant, Terms terms) {
        return send(List.of(grant), Kind.EXTEND, each -> table.extend(each, terms))
                .get(0);
    }

    @Override
    public GrantOutcome renew(Grant grant, Duration atLeast) {
        return send(List.of(grant), Kind.RENEW, each -> table.renew(each, atLeast))
                .get(0);
    }

    @Override
    public List<GrantOutcome> release(List<Grant> grants) {
        return send(grants, Kind.RELEASE, this::release);
    }

    /** Another client that waits for the lock asks at once. */
    private GrantOutcome release(Grant grant) {
        GrantOutcome outcome = table.release(grant);
        if (outcome == GrantOutcome.DONE) {
            link.database().wakeWaiters(grant.key());
        }
        return outcome;
    }

    private List<GrantOutcome> send(List<Grant> grants, Kind kind, Function<Grant, GrantOutcome> act) {
        return sent(link, grants, kind, act);
    }

    static List<GrantOutcome> sent(MemoryLink link, List<Grant> grants, Kind kind, Function<Grant, GrantOutcome> act) {
        return link.send(
                grants.stream().map(Grant::key).toList(),
                kind,
                () -> grants.stream().map(act).toList(),
                outcomes -> outcomes.stream().map(MemoryLockStore::told).toList());
    }

    private static Outcome told(GrantOutcome outcome) {
        return switch (outcome) {
            case DONE -> Outcome.DONE;
            case NOT_OWNER -> Outcome.LOST;
            case ROW_LOCKED -> Outcome.BUSY;
        };
    }

    @Override
    public AcquireResult handOff(Grant from, Claim to) {
        return link.send(
                List.of(to.key()), Kind.HAND_OFF, () -> table.handOff(from, to), outcome -> claimed(List.of(outcome)));
    }

    @Override
    public boolean mixesKinds() {
        return true;
    }

    @Override
    public Optional<SessionStore> sessions() {
        return sessions;
    }

    @Override
    public boolean check(Grant grant) {
        return link.send(
                List.of(grant.key()),
                Kind.CHECK,
                () -> table.check(grant),
                stands -> List.of(stands ? Outcome.DONE : Outcome.LOST));
    }

    @Override
    public LockRows find(LockKey key) {
        return look(List.of(key));
    }

    @Override
    public LockRows look(List<LockKey> keys) {
        return link.send(() -> table.find(keys));
    }

    @Override
    public LockRows list() {
        return link.send(table::list);
    }

    @Override
    public Revocation revoke(LockKey key, long token, boolean now) {
        Revocation revocation = link.send(() -> table.revoke(key, token, now));
        link.database().wakeWaiters(key);
        return revocation;
    }

    @Override
    public int purge(Duration retention) {
        return link.send(() -> table.purge(retention));
    }

    @Override
    public List<Finding> examine() {
        return link.send(ArrayList::new);
    }

    @Override
    public void releaseConnection() {}

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
