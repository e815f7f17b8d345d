package io.rowlock.internal.sql.oracle;

import io.rowlock.internal.sql.LeaseSql;
import io.rowlock.internal.sql.SingleGrantSql;
import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.CompareAndSet;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.SingleGrants;
import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.LockFirst;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Acquires, renewals and releases on Oracle. Each locks its row first, if it can and the condition holds, and then changes it in the
 * same transaction; the change checks the condition again, because it sees the data committed up to the moment of the lock.
 */
final class OracleGeneral implements LeaseSql, SingleGrantSql {
    static final GrantSql GRANT = new GrantSql("l.", "l.", "{now}", GrantSql.Values.BOUND);

    private static final String FREE = """
            l.name = ? AND l.slot = ? AND {now} <= ? AND l.keep_until_us <= {now}
              AND (l.request_id IS NULL AND (l.released_request IS NULL OR l.released_request <> ?)
                   OR l.request_id <> ? AND l.expires_us + l.grace_us <= {now})""";

    private static final String LOCK_FREE =
            "SELECT GREATEST(l.token + 1, {now}) FROM {table} l WHERE " + FREE + " FOR UPDATE SKIP LOCKED";

    private static final String TAKE = """
            UPDATE {table} l
            SET {grant}
            WHERE l.token < ? AND
            """.replace("{grant}", GRANT.set("?")) + FREE;

    private static final String CREATE =
            """
            INSERT INTO {table} ({grantColumns}, name, slot)
            SELECT {grantValues}, ?, ?
            FROM DUAL
            WHERE {now} <= ?""".replace("{grantColumns}", GrantSql.columns()).replace("{grantValues}", GRANT.values("?"));

    private static final String RENEWABLE = "{l.mine} AND l.expires_us > {now}";

    private static final String LOCK_RENEWABLE =
            "SELECT 1 FROM {table} l WHERE " + RENEWABLE + " FOR UPDATE SKIP LOCKED";

    private static final String RENEW =
            "UPDATE {table} l SET l.expires_us = GREATEST(l.expires_us, {now} + l.lease_us), l.renewals = l.renewals + 1 WHERE "
                    + RENEWABLE;

    private static final String ONE_ROW = "UPDATE {table} SET {set} WHERE name = ? AND slot = ? AND {where}";

    private static final String LOCK_MINE = "SELECT 1 FROM {table} l WHERE {l.mine} FOR UPDATE SKIP LOCKED";

    private static final String LOCK_RELEASABLE =
            "SELECT 1 FROM {table} l WHERE l.name = ? AND l.slot = ? AND l.request_id = ? FOR UPDATE SKIP LOCKED";

    private static final String RELEASE = """
            UPDATE {table} l
            SET {release}, l.keep_until_us = CASE WHEN ? = 0 THEN 0 ELSE l.keep_until_us END
            WHERE l.name = ? AND l.slot = ? AND l.request_id = ?""".replace("{release}", GRANT.release("l.request_id"));

    static final int DUPLICATE_KEY = 1;

    private final CommonSql common;
    private final UpdateThenInsert acquire;
    private final Query lockFree;
    private final Query take;
    private final Query create;
    private final Query lockRenewable;
    private final Query renew;
    private final Query lockMine;
    private final SingleGrants singleGrants;
    private final Query lockReleasable;
    private final Query release;

    OracleGeneral(Template template, CommonSql common) {
        this.common = common;
        lockFree = template.query(LOCK_FREE);
        take = template.query(TAKE);
        create = template.query(CREATE);
        lockRenewable = template.query(LOCK_RENEWABLE);
        renew = template.query(RENEW);
        lockMine = template.query(LOCK_MINE);
        singleGrants = new SingleGrants(common, new CompareAndSet(template, ONE_ROW, ""));
        lockReleasable = template.query(LOCK_RELEASABLE);
        release = template.query(RELEASE);
        acquire = new UpdateThenInsert(common, this::take, this::create);
    }

    @Override
    public List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException {
        return acquire.acquire(connection, claims);
    }

    private long take(Connection connection, Claim claim) throws SQLException {
        return LockFirst.inOneTransaction(connection, locking -> {
            List<Long> next = lockFree.list(locking, statement -> bindFree(statement, 1, claim), row -> row.getLong(1));
            return next.isEmpty() ? UpdateThenInsert.NONE : take(locking, claim, next.get(0));
        });
    }

    private long take(Connection connection, Claim claim, long token) throws SQLException {
        int taken = take.update(connection, statement -> {
            statement.setLong(1, token);
            int next = GrantSql.bind(statement, 2, claim);
            statement.setLong(next, token);
            bindFree(statement, next + 1, claim);
        });
        return taken == 1 ? token : UpdateThenInsert.NONE;
    }

    /** The insert compares the latest time once more, by its own clock. The token is the time that was read before it. */
    private long create(Connection connection, Claim claim) throws SQLException {
        long token = common.now(connection);
        if (token > claim.notAfter()) {
            return UpdateThenInsert.NONE;
        }
        try {
            int created = create.update(connection, statement -> {
                statement.setLong(1, token);
                int row = GrantSql.bind(statement, 2, claim);
                Bind.key(statement, row, claim.key());
                statement.setLong(row + 2, claim.notAfter());
            });
            return created == 1 ? token : UpdateThenInsert.NONE;
        } catch (SQLException failure) {
            if (failure.getErrorCode() == DUPLICATE_KEY || UpdateThenInsert.isDuplicateKey(failure)) {
                return UpdateThenInsert.NONE;
            }
            throw failure;
        }
    }

    private static void bindFree(PreparedStatement statement, int first, Claim claim) throws SQLException {
        Bind.key(statement, first, claim.key());
        statement.setLong(first + 2, claim.notAfter());
        statement.setString(first + 3, claim.requestId());
        statement.setString(first + 4, claim.requestId());
    }

    /** One commit for all of them; none waits for another, so their order cannot make a deadlock. */
    @Override
    public List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException {
        return LockFirst.inOneTransaction(connection, locking -> {
            List<GrantOutcome> outcomes = new ArrayList<>(grants.size());
            for (Grant grant : grants) {
                outcomes.add(
                        changed(locking, lockRenewable, renew, statement -> Bind.grant(statement, grant))
                                ? GrantOutcome.DONE
                                : common.whyNotRenewed(locking, grant));
            }
            return outcomes;
        });
    }

    static boolean changed(Connection connection, Query lock, Query change, Query.Binder binder) throws SQLException {
        return isLocked(connection, lock, binder) && change.update(connection, binder) == 1;
    }

    static boolean isLocked(Connection connection, Query lock, Query.Binder binder) throws SQLException {
        return !lock.list(connection, binder, row -> true).isEmpty();
    }

    @Override
    public GrantOutcome extend(Connection connection, Grant grant, Terms terms) throws SQLException {
        return ifUnlocked(connection, grant, locking -> singleGrants.extend(locking, grant, terms));
    }

    @Override
    public GrantOutcome renew(Connection connection, Grant grant, Duration atLeast) throws SQLException {
        return ifUnlocked(connection, grant, locking -> singleGrants.renew(locking, grant, atLeast));
    }

    @Override
    public GrantOutcome releaseKept(Connection connection, Grant grant) throws SQLException {
        return ifUnlocked(connection, grant, locking -> singleGrants.releaseKept(locking, grant));
    }

    /** A grant that does not stand needs no lock: the statement changes nothing. */
    private GrantOutcome ifUnlocked(Connection connection, Grant grant, LockFirst.Act<GrantOutcome> change)
            throws SQLException {
        return LockFirst.inOneTransaction(connection, locking -> {
            boolean stands = common.sees(locking, grant);
            boolean locked = isLocked(locking, lockMine, statement -> Bind.grant(statement, grant));
            return stands && !locked ? GrantOutcome.ROW_LOCKED : change.run(locking);
        });
    }

    @Override
    public List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
        return LockFirst.inOneTransaction(connection, locking -> {
            List<GrantOutcome> outcomes = new ArrayList<>(grants.size());
            for (Grant grant : grants) {
                outcomes.add(released(locking, grant) ? GrantOutcome.DONE : common.whyNotReleased(locking, grant));
            }
            return outcomes;
        });
    }

    private boolean released(Connection connection, Grant grant) throws SQLException {
        boolean locked = isLocked(connection, lockReleasable, statement -> {
            Bind.key(statement, grant.key());
            statement.setString(3, grant.requestId());
        });
        return locked
                && release.update(connection, statement -> {
                            statement.setLong(1, grant.token());
                            Bind.key(statement, 2, grant.key());
                            statement.setString(4, grant.requestId());
                        })
                        == 1;
    }
}
