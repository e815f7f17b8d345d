package io.rowlock.internal.jdbc;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.SessionSql;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Runs statements for a grant that does not exist, so that one which would fail later fails at startup: those that acquire, hand
 * off, renew, extend and release, alone and in batches, those of sessions and waiters, and the one that polls. Statements of guards
 * and operators are not run.
 */
final class DryRun {

    /** A latest time that has always passed, so that nothing is granted. */
    private static final long NEVER = 0;

    private final Dialect dialect;
    private final Connection connection;
    private final Grant noGrant = new Grant(LockKey.of(Dialect.PROTOCOL_NAME), Long.MAX_VALUE, "dry-run");

    DryRun(Dialect dialect, Connection connection) {
        this.dialect = dialect;
        this.connection = connection;
    }

    void run() throws SQLException {
        Terms terms = new Terms(Duration.ofSeconds(1), Duration.ofSeconds(1));
        Claim claim = new Claim(noGrant.key(), noGrant.requestId(), terms, Duration.ZERO, "", NEVER);
        dialect.leases().acquire(connection, List.of(claim));
        dialect.handOff(connection, noGrant, claim);
        dialect.leases().renew(connection, List.of(noGrant));
        dialect.singleGrants().extend(connection, noGrant, terms);
        dialect.leases().release(connection, List.of(noGrant));
        runBatch(claim);
        if (dialect.sessions().isPresent()) {
            run(dialect.sessions().get());
        }
        dialect.plain().look(connection, List.of(noGrant.key()));
        if (dialect.wakeUps().isPresent()) {
            dialect.wakeUps().get().register(connection, List.of());
            dialect.wakeUps().get().withdraw(connection, List.of());
        }
    }

    /** Requests that share a round trip are sent as other statements. */
    private void runBatch(Claim claim) throws SQLException {
        LockKey key = LockKey.of(Dialect.PROTOCOL_NAME + "-dry-run");
        Grant another = new Grant(key, noGrant.token(), noGrant.requestId() + "-2");
        Claim other =
                new Claim(key, another.requestId(), claim.terms(), Duration.ZERO, claim.owner(), claim.notAfter());
        dialect.leases().acquire(connection, List.of(claim, other));
        dialect.leases().renew(connection, List.of(noGrant, another));
        dialect.leases().release(connection, List.of(noGrant, another));
    }

    private void run(SessionSql sessions) throws SQLException {
        sessions.heartbeat(connection, noGrant.requestId());
        sessions.join(connection, noGrant.requestId(), List.of(noGrant));
        sessions.leaveEnded(connection, noGrant.key(), noGrant.requestId());
    }
}
