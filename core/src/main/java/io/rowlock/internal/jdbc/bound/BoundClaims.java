package io.rowlock.internal.jdbc.bound;

import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.Takeover;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Grants claims: takes the database's own lock first, then the lock's row. */
final class BoundClaims {
    private final BoundConnections connections;
    private final Dialect dialect;
    private final NativeLocks nativeLocks;
    private final BoundGrants grants;

    BoundClaims(BoundConnections connections, Dialect dialect, NativeLocks nativeLocks, BoundGrants grants) {
        this.connections = connections;
        this.dialect = dialect;
        this.nativeLocks = nativeLocks;
        this.grants = grants;
    }

    List<AcquireResult> acquire(List<Claim> claims) {
        List<AcquireResult> results = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            try {
                results.add(acquire(claim));
            } catch (StoreException failure) {
                throw results.stream().anyMatch(Granted.class::isInstance) ? inDoubt(failure) : failure;
            }
        }
        return results;
    }

    /** Other claims of the same call were granted, so it is not true that nothing was changed. */
    private static StoreException inDoubt(StoreException failure) {
        return new StoreException(Kind.UNKNOWN, String.valueOf(failure.getMessage()), failure);
    }

    private AcquireResult acquire(Claim claim) {
        Optional<LockConnection> earlier = grants.of(claim.key(), claim.requestId());
        if (earlier.isPresent()) {
            return connections.run("acquire", earlier.get(), used -> takeRow(used, claim));
        }
        LockConnection present = connections.connected();
        if (!grants.reserve(claim.key(), claim.requestId(), present)) {
            return connections.run("acquire", present, used -> busy(used, claim.key()));
        }
        Optional<LockConnection> setAside = grants.moveToSetAside(claim.key(), claim.requestId());
        return setAside.isPresent() ? acquireSetAside(claim, setAside.get()) : acquire(claim, present);
    }

    /** Grants a claim on the connection that has got the lock by waiting; if that fails, the lock must not stay there. */
    private AcquireResult acquireSetAside(Claim claim, LockConnection connection) {
        boolean answered = false;
        try {
            AcquireResult result = connections.run("acquire", connection, used -> {
                connection.silence().suit(used, claim.terms());
                return takeOrUnlock(used, claim, connection);
            });
            answered = true;
            if (!(result instanceof Granted)) {
                grants.remove(claim.key(), connection);
            }
            return result;
        } finally {
            if (!answered) {
                connections.cut(connection);
            }
        }
    }

    private AcquireResult acquire(Claim claim, LockConnection connection) {
        boolean granted = false;
        try {
            AcquireResult result = connections.run("acquire", connection, used -> lockAndTake(used, claim, connection));
            granted = result instanceof Granted;
            return result;
        } finally {
            if (!granted) {
                grants.remove(claim.key(), connection);
            }
        }
    }

    private AcquireResult lockAndTake(Connection used, Claim claim, LockConnection connection) throws SQLException {
        if (!connection.tryLock(used, claim.key(), claim.terms())) {
            return busy(used, claim.key());
        }
        return takeOrUnlock(used, claim, connection);
    }

    private AcquireResult takeOrUnlock(Connection used, Claim claim, LockConnection connection) throws SQLException {
        boolean granted = false;
        try {
            AcquireResult result = takeRow(used, claim);
            granted = result instanceof Granted;
            return result;
        } finally {
            if (!granted) {
                connections.unlockOrCut(used, claim.key(), connection);
            }
        }
    }

    private AcquireResult takeRow(Connection used, Claim claim) throws SQLException {
        AcquireResult result = takeOnce(used, claim);
        if (result instanceof Busy busy && isLeftBehind(busy, claim)) {
            long token = busy.row().orElseThrow().token();
            if (dialect.revoke(used, claim.key(), token, true) instanceof Revocation.Revoked) {
                return takeOnce(used, claim);
            }
        }
        return result;
    }

    private AcquireResult takeOnce(Connection used, Claim claim) throws SQLException {
        return new Takeover(dialect, used).acquire(List.of(claim)).get(0);
    }

    /** Whether the row is that of a holder whose connection is gone, and nothing else keeps it taken. */
    private static boolean isLeftBehind(Busy busy, Claim claim) {
        return !busy.isTooLate(claim)
                && busy.row()
                        .filter(row -> HoldKind.isOfConnection(row.requestId())
                                && !claim.requestId().equals(row.requestId())
                                && row.times().keptUntil() <= busy.now())
                        .isPresent();
    }

    /** Another has the lock. If no row names a holder, the holder is a session that uses no row. */
    private Busy busy(Connection used, LockKey key) throws SQLException {
        LockRows found = dialect.plain().find(used, key);
        boolean isNamed = found.rows().stream().anyMatch(row -> row.isTaken(found.now()));
        LockRows seen = isNamed ? found : observe(used, key);
        return new Busy(seen.rows().stream().findFirst(), seen.now());
    }

    LockRows find(LockKey key) {
        return connections.run("find", used -> observe(used, key));
    }

    private LockRows observe(Connection used, LockKey key) throws SQLException {
        LockRows found = dialect.plain().find(used, key);
        Optional<String> holder = nativeLocks.holder(used, key);
        Optional<LockRow> row = found.rows().stream().findFirst();
        return new ObservedLock(key, row, holder, found.now()).rows();
    }
}
