package io.rowlock.internal.jdbc;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.jdbc.connection.ConnectionExamination;
import io.rowlock.internal.jdbc.connection.StoreConnection;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.LeaseSql;
import io.rowlock.internal.sql.Takeover;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.SessionStore;
import io.rowlock.internal.store.WakeUps;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** The lock table through JDBC: runs the dialect's statements on the store's connection. */
final class JdbcLockStore implements LockStore {
    private final StoreConnection connection;
    private final Dialect dialect;
    private final LeaseSql leases;
    private final Optional<SessionStore> sessions;
    private final Duration idleTimeout;
    private final Optional<JdbcWakeUps> wakeUps;

    /** Whether the last claim found its lock busy, and nothing was released since: its process waits for the lock, or has waited. */
    private volatile boolean contended;

    JdbcLockStore(DataSource source, Dialect dialect, Duration timeout, Duration idleTimeout) {
        this.dialect = dialect;
        leases = dialect.leases();
        this.idleTimeout = idleTimeout;
        connection = new StoreConnection(source, dialect::classify, dialect.database() != Database.H2, timeout);
        sessions = dialect.sessions().map(sql -> new JdbcSessions(connection, sql));
        wakeUps = dialect.wakeUps().map(sql -> new JdbcWakeUps(connection, sql));
    }

    @Override
    public Duration idleTimeout() {
        return idleTimeout;
    }

    /** A shorter idle timeout than the default was asked for because an open connection keeps others out. */
    @Override
    public boolean keepsConnection() {
        return contended
                && idleTimeout.compareTo(DEFAULT_IDLE_TIMEOUT) >= 0
                && poolUse().filter(PoolUse::isExhausted).isEmpty();
    }

    @Override
    public boolean servesCallers() {
        return dialect.ignoresInterrupts() && connection.isBounded();
    }

    @Override
    public void connect() {
        connection.connected();
    }

    @Override
    public Optional<PoolUse> poolUse() {
        return connection.poolUse();
    }

    @Override
    public void callTimeout(Duration timeout) {
        connection.callTimeout(timeout);
    }

    @Override
    public List<AcquireResult> acquire(List<Claim> claims) {
        return run("acquire", connection -> takenOver(connection, claims, leases.acquire(connection, claims)));
    }

    @Override
    public List<GrantOutcome> renew(List<Grant> grants) {
        return run("renew", connection -> leases.renew(connection, grants));
    }

    @Override
    public GrantOutcome extend(Grant grant, Terms terms) {
        return run("extend", connection -> dialect.singleGrants().extend(connection, grant, terms));
    }

    @Override
    public GrantOutcome renew(Grant grant, Duration atLeast) {
        return run("renew", connection -> dialect.singleGrants().renew(connection, grant, atLeast));
    }

    @Override
    public List<GrantOutcome> release(List<Grant> grants) {
        contended = false;
        return run("release", connection -> dialect.release(connection, grants));
    }

    @Override
    public GrantOutcome releaseDurably(Grant grant) {
        return run("release", connection -> leases.releaseDurably(connection, grant));
    }

    @Override
    public AcquireResult handOff(Grant from, Claim to) {
        return run("hand off", connection -> dialect.handOff(connection, from, to));
    }

    @Override
    public Optional<SessionStore> sessions() {
        return sessions;
    }

    @Override
    public boolean mixesKinds() {
        return dialect.mixture().isPresent();
    }

    @Override
    public Batch.Outcome execute(Batch batch) {
        return batch.isOfOneKind() || dialect.mixture().isEmpty()
                ? LockStore.super.execute(batch)
                : run(
                        "execute a batch",
                        connection ->
                                execute(connection, batch, dialect.mixture().get()));
    }

    private Batch.Outcome execute(Connection connection, Batch batch, Dialect.Mixture mixture) throws SQLException {
        Batch.Outcome outcome = mixture.execute(connection, batch);
        return new Batch.Outcome(
                takenOver(connection, batch.claims(), outcome.claims()), outcome.releases(), outcome.renewals());
    }

    private List<AcquireResult> takenOver(Connection connection, List<Claim> claims, List<AcquireResult> results)
            throws SQLException {
        if (results.stream().allMatch(AcquireResult.Granted.class::isInstance)) {
            return results;
        }
        contended = true;
        return new Takeover(dialect, connection).settled(claims, results);
    }

    @Override
    public boolean check(Grant grant) {
        return run("check", connection -> dialect.plain().check(connection, grant));
    }

    @Override
    public LockRows find(LockKey key) {
        return run("find", connection -> dialect.plain().find(connection, key));
    }

    @Override
    public LockRows look(List<LockKey> keys) {
        return run("look", connection -> dialect.plain().look(connection, keys));
    }

    @Override
    public Optional<WakeUps> wakeUps() {
        return wakeUps.map(own -> own);
    }

    @Override
    public LockRows list() {
        return run("list", connection -> dialect.plain().list(connection));
    }

    @Override
    public Revocation revoke(LockKey key, long token, boolean now) {
        return run("revoke", connection -> dialect.revoke(connection, key, token, now));
    }

    @Override
    public int purge(Duration retention) {
        return run("purge", connection -> dialect.purge(connection, retention));
    }

    @Override
    public List<Finding> examine() {
        return run("examine", used -> {
            List<Finding> findings = new ArrayList<>(ConnectionExamination.examine(connection.connected(), dialect));
            findings.addAll(ClockSetBack.findings(dialect.plain().list(used)));
            return findings;
        });
    }

    private <T> T run(String operation, StoreConnection.Work<T> work) {
        return connection.run(operation, work);
    }

    @Override
    public void releaseConnection() {
        wakeUps.ifPresent(JdbcWakeUps::stop);
        connection.giveBack();
    }

    @Override
    public void abort() {
        connection.abort();
    }

    @Override
    public void close() {
        releaseConnection();
    }
}
