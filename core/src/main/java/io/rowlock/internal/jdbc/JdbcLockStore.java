package io.rowlock.internal.jdbc;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.spi.Claim;
import io.rowlock.spi.ClaimOutcome;
import io.rowlock.spi.Dialect;
import io.rowlock.spi.Grant;
import io.rowlock.spi.GrantOutcome;
import io.rowlock.spi.LockRows;
import io.rowlock.spi.LockStore;
import io.rowlock.spi.StoreException;
import io.rowlock.spi.StoreException.Kind;
import io.rowlock.spi.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The lock table through JDBC: keeps a connection while it is busy, runs the dialect's acts on it, and turns what the
 * driver throws into what is known.
 */
final class JdbcLockStore implements LockStore {
    private final DataSource source;
    private final Dialect dialect;
    private Duration timeout;
    private volatile @Nullable KeptConnection kept;
    private volatile @Nullable Thread connecting;

    JdbcLockStore(DataSource source, Dialect dialect, Duration timeout) {
        this.source = source;
        this.dialect = dialect;
        this.timeout = timeout;
    }

    @Override
    public void ready() {
        connected();
    }

    private KeptConnection connected() {
        KeptConnection present = kept;
        if (present != null) {
            return present;
        }
        connecting = Thread.currentThread();
        try {
            KeptConnection fresh = KeptConnection.from(source);
            kept = fresh;
            return fresh;
        } catch (SQLException | RuntimeException failure) {
            throw new StoreException(
                    Kind.UNREACHABLE,
                    "no connection to be had, so nothing was sent: the database is unreachable or the pool is exhausted: "
                            + failure.getMessage(),
                    failure);
        } finally {
            connecting = null;
        }
    }

    @Override
    public void bound(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public List<ClaimOutcome> acquire(List<Claim> claims) {
        return run("acquire", connection -> dialect.acquire(connection, claims));
    }

    @Override
    public List<GrantOutcome> renew(List<Grant> grants) {
        return run("renew", connection -> dialect.renew(connection, grants));
    }

    @Override
    public GrantOutcome extend(Grant grant, Terms terms) {
        return run("extend", connection -> dialect.extend(connection, grant, terms));
    }

    @Override
    public List<GrantOutcome> release(List<Grant> grants) {
        return run("release", connection -> dialect.release(connection, grants));
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
        return run("examine", connection -> ConnectionExamination.examine(connection, dialect));
    }

    private <T> T run(String act, Act<T> acting) {
        KeptConnection connection = connected();
        try {
            connection.bound(timeout);
            return acting.on(connection.connection());
        } catch (SQLException failure) {
            throw failed(act, connection, failure);
        } catch (RuntimeException | Error failure) {
            kept = null;
            connection.discard();
            throw failure;
        }
    }

    private StoreException failed(String act, KeptConnection connection, SQLException failure) {
        Kind kind = dialect.classify(failure);
        if (kind == Kind.UNKNOWN) {
            kept = null;
            connection.discard();
        }
        return new StoreException(kind, act + ": " + describe(failure), failure);
    }

    private static String describe(SQLException failure) {
        return failure.getMessage() + " (SQLState " + failure.getSQLState() + ", code " + failure.getErrorCode() + ")";
    }

    @Override
    public void rest() {
        KeptConnection present = kept;
        if (present != null) {
            present.giveBack();
            kept = null;
        }
    }

    /** Cuts the connection, or ends the wait for one: but not on H2, whose file an interrupt would close for everyone. */
    @Override
    public void abort() {
        KeptConnection present = kept;
        Thread waiting = connecting;
        if (present != null) {
            present.abort();
        } else if (waiting != null && dialect.database() != Database.H2) {
            waiting.interrupt();
        }
    }

    @Override
    public void close() {
        rest();
    }

    /** Something a dialect does on a connection. */
    @FunctionalInterface
    private interface Act<T> {
        T on(Connection connection) throws SQLException;
    }
}
