package io.rowlock.internal.jdbc.bound;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.jdbc.connection.ConnectionExamination;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.ServerQueue;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The lock table, behind locks that are tied to connections.
 *
 * <ol>
 *   <li>A claim first takes the database's own session lock, on this store's connection, without waiting; then the lock's
 *       row, by the same statements as a lease. The row gives the token and is what a guard locks; if two would grant the
 *       lock, the row decides.
 *   <li>A client that has the session lock, and finds the row taken by a grant that was tied to a connection, knows that this
 *       connection is gone, and takes the row at once. A row that depends on a lease is respected.
 *   <li>A renewal uses the grant's own connection: its answer shows that the connection lives. If the connection is gone, so are
 *       its grants: the database has freed them, or will.
 *   <li>A release frees the row first, and then the session lock, on the same connection.
 * </ol>
 *
 * Each worker has such a store, with one connection. A grant stays at the connection on which it was made, whichever worker
 * renews or releases it later. A connection is kept as long as a lock is on it.
 */
public final class BoundLockStore implements LockStore {
    private final BoundConnections connections;
    private final BoundClaims claims;
    private final BoundGrantCalls calls;
    private final BoundGrants grants;
    private final Dialect dialect;
    private final NativeLocks nativeLocks;
    private final Duration idleTimeout;
    private final Optional<ServerQueue> serverQueue;

    BoundLockStore(DataSource source, Dialect dialect, NativeLocks nativeLocks, BoundGrants grants, Patience patience) {
        connections = new BoundConnections(source, dialect, nativeLocks, grants, patience.timeout());
        claims = new BoundClaims(connections, dialect, nativeLocks, grants);
        calls = new BoundGrantCalls(connections, dialect, grants);
        this.grants = grants;
        this.dialect = dialect;
        this.nativeLocks = nativeLocks;
        idleTimeout = patience.idleTimeout();
        serverQueue =
                nativeLocks.isQueued() ? Optional.of(new BoundServerQueue(connections, grants)) : Optional.empty();
    }

    /**
     * How long things may take.
     *
     * @param timeout an answer
     * @param idleTimeout a connection without work, or a lock on it
     */
    public record Patience(Duration timeout, Duration idleTimeout) {}

    @Override
    public void connect() {
        connections.connected();
    }

    @Override
    public Optional<PoolUse> poolUse() {
        return connections.poolUse();
    }

    @Override
    public Duration idleTimeout() {
        return idleTimeout;
    }

    @Override
    public void callTimeout(Duration timeout) {
        connections.timeout(timeout);
    }

    @Override
    public List<AcquireResult> acquire(List<Claim> wanted) {
        return claims.acquire(wanted);
    }

    @Override
    public List<GrantOutcome> renew(List<Grant> renewed) {
        return calls.renew(renewed);
    }

    @Override
    public GrantOutcome renew(Grant grant, Duration atLeast) {
        return calls.renew(grant, atLeast);
    }

    @Override
    public List<GrantOutcome> release(List<Grant> released) {
        return calls.release(released);
    }

    @Override
    public GrantOutcome unbind(Grant grant, String requestId) {
        return calls.unbind(grant, requestId);
    }

    @Override
    public GrantOutcome extend(Grant grant, Terms terms) {
        return connections.run("extend", used -> dialect.singleGrants().extend(used, grant, terms));
    }

    @Override
    public boolean check(Grant grant) {
        return calls.check(grant);
    }

    @Override
    public LockRows find(LockKey key) {
        return claims.find(key);
    }

    @Override
    public LockRows list() {
        return connections.run("list", used -> dialect.plain().list(used));
    }

    @Override
    public Revocation revoke(LockKey key, long token, boolean now) {
        return connections.run("revoke", used -> dialect.revoke(used, key, token, now));
    }

    @Override
    public int purge(Duration retention) {
        return connections.run("purge", used -> dialect.purge(used, retention));
    }

    @Override
    public List<Finding> examine() {
        return connections.run("examine", used -> {
            List<Finding> findings = new ArrayList<>(ConnectionExamination.examine(used, dialect));
            nativeLocks.obstacle(used).ifPresent(findings::add);
            return findings;
        });
    }

    @Override
    public Optional<ServerQueue> serverQueue() {
        return serverQueue;
    }

    @Override
    public void releaseConnection() {
        connections.releaseConnection();
    }

    @Override
    public void abort() {
        aborting().run();
    }

    @Override
    public Runnable aborting() {
        return connections.aborting();
    }

    @Override
    public boolean carries(Grant grant) {
        return grants.of(grant).isPresent();
    }

    @Override
    public void abandon(Grant grant) {
        calls.abandon(grant);
    }

    @Override
    public void retire() {
        connections.retire();
    }

    @Override
    public void close() {
        connections.close();
    }
}
