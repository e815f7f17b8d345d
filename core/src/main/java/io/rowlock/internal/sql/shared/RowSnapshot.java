package io.rowlock.internal.sql.shared;

import io.rowlock.Revocation;
import io.rowlock.internal.sql.statement.Rows;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.time.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock's row at one moment, or its absence.
 *
 * @param row the row; null when there is none
 * @param now the database's time
 */
public record RowSnapshot(@Nullable LockRow row, long now) {

    /** Whether there is no row, and the claim not too late to create it. */
    boolean isMissingFor(Claim claim) {
        return row == null && now <= claim.notAfter();
    }

    /** The row, if there is one. */
    List<LockRow> rows() {
        return row == null ? List.of() : List.of(row);
    }

    /** The answer to a revoke, if the row was found so after it. */
    Revocation revocation(long token, boolean revoked) {
        if (revoked) {
            return Revocation.revoked(Micros.toInstant(row == null ? now : Math.max(row.freeAt(), now)));
        }
        return row != null && row.token() == token && row.isTaken(now) ? Revocation.rowLocked() : Revocation.notHeld();
    }

    /** The answer that the lock is busy, with the row. */
    public AcquireResult busy() {
        return new AcquireResult.Busy(Optional.ofNullable(row), now);
    }

    /**
     * The outcome of a claim that was not seen to be granted: its own grant after all, or busy. For claims that are
     * made for the first time; a retry has to be {@linkplain CommonSql#confirmed confirmed}.
     */
    AcquireResult outcome(Claim claim) {
        return row != null
                        && claim.requestId().equals(row.requestId())
                        && row.times().expires() > now
                ? new AcquireResult.Granted(row.token())
                : busy();
    }

    public static RowSnapshot read(ResultSet row) throws SQLException {
        return new RowSnapshot(Rows.readIfPresent(row), row.getLong("now_us"));
    }
}
