package io.rowlock.internal.sql.shared;

import io.rowlock.internal.sql.SingleGrantSql;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Compares and sets the row of one grant. Each statement can be repeated, and none waits for a row. */
public final class SingleGrants implements SingleGrantSql {
    private static final String MINE = "token = ? AND request_id = ?";
    private static final String RENEWABLE = MINE + " AND (expires_us > {now} OR session_id IS NOT NULL)";

    private final CommonSql common;
    private final CompareAndSet.Change extend;
    private final CompareAndSet.Change renew;
    private final CompareAndSet.Change releaseKept;

    public SingleGrants(CommonSql common, CompareAndSet one) {
        this.common = common;
        extend = one.change(
                String.join(", ", later("expires_us"), larger("lease_us"), larger("grace_us"))
                        + ", renewals = renewals + 1, session_id = NULL",
                RENEWABLE);
        renew = one.change(later("expires_us") + ", renewals = renewals + 1", RENEWABLE);
        releaseKept = one.change(GrantSql.bound().release("?") + ", " + later("keep_until_us"), MINE);
    }

    /** Sets a time so far ahead, unless it is later already. */
    private static String later(String column) {
        return larger(column, "{now} + ?");
    }

    private static String larger(String column) {
        return larger(column, "?");
    }

    /** No assignment reads a column that another writes: they have no order everywhere. */
    private static String larger(String column, String value) {
        return "%1$s = CASE WHEN %1$s < %2$s THEN %2$s ELSE %1$s END".formatted(column, value);
    }

    @Override
    public GrantOutcome extend(Connection connection, Grant grant, Terms terms) throws SQLException {
        long lease = terms.leaseMicros();
        long grace = terms.graceMicros();
        return extend.run(connection, List.of(lease, lease, lease, lease, grace, grace), mine(grant))
                ? GrantOutcome.DONE
                : common.whyNotRenewed(connection, grant);
    }

    @Override
    public GrantOutcome renew(Connection connection, Grant grant, Duration atLeast) throws SQLException {
        long micros = Micros.of(atLeast);
        return renew.run(connection, List.of(micros, micros), mine(grant))
                ? GrantOutcome.DONE
                : common.whyNotRenewed(connection, grant);
    }

    @Override
    public GrantOutcome releaseKept(Connection connection, Grant grant) throws SQLException {
        long micros = Micros.of(grant.keepFor());
        return releaseKept.run(connection, List.of(grant.requestId(), micros, micros), mine(grant))
                ? GrantOutcome.DONE
                : common.whyNotReleased(connection, grant);
    }

    private static List<?> mine(Grant grant) {
        return List.of(grant.key().name(), grant.key().slot(), grant.token(), grant.requestId());
    }
}
