package io.rowlock.internal.sql;

import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.LockRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes over locks of sessions that are over, after an acquire found them busy.
 *
 * <ol>
 *   <li>A row that is over, by its own time and by its session's, is made to leave the session. That fails if the session goes on
 *       after all.
 *   <li>The claims for those rows are sent once more.
 * </ol>
 */
public final class Takeover {
    private final Dialect dialect;
    private final Connection connection;

    public Takeover(Dialect dialect, Connection connection) {
        this.dialect = dialect;
        this.connection = connection;
    }

    public List<AcquireResult> acquire(List<Claim> claims) throws SQLException {
        return settled(claims, dialect.leases().acquire(connection, claims));
    }

    /** The final results of claims with these results so far. */
    public List<AcquireResult> settled(List<Claim> claims, List<AcquireResult> outcomes) throws SQLException {
        Optional<SessionSql> sessions = dialect.sessions();
        return sessions.isPresent() ? settled(sessions.get(), claims, outcomes) : outcomes;
    }

    private List<AcquireResult> settled(SessionSql sessions, List<Claim> claims, List<AcquireResult> outcomes)
            throws SQLException {
        List<Integer> freed = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            Optional<LockRow> over = over(outcomes.get(i));
            if (over.isPresent() && settle(sessions, over.get())) {
                freed.add(i);
            }
        }
        return freed.isEmpty() ? outcomes : again(claims, outcomes, freed);
    }

    /** The row that made the lock busy, if it is over and only belongs to a session still. */
    private static Optional<LockRow> over(AcquireResult outcome) {
        return outcome instanceof Busy busy
                ? busy.row().filter(row -> row.sessionId() != null && row.freeAt() <= busy.now())
                : Optional.empty();
    }

    private boolean settle(SessionSql sessions, LockRow row) throws SQLException {
        String session = row.sessionId();
        return session != null && sessions.leaveEnded(connection, row.key(), session);
    }

    private List<AcquireResult> again(List<Claim> claims, List<AcquireResult> outcomes, List<Integer> which)
            throws SQLException {
        List<AcquireResult> answers = dialect.leases()
                .acquire(connection, which.stream().map(claims::get).toList());
        List<AcquireResult> all = new ArrayList<>(outcomes);
        for (int i = 0; i < answers.size(); i++) {
            all.set(which.get(i), answers.get(i));
        }
        return all;
    }
}
