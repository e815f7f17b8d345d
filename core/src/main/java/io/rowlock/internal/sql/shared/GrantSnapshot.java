package io.rowlock.internal.sql.shared;

import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The columns of a lock's row that tell whose it is and was, at one moment. */
public record GrantSnapshot(
        long token,
        @Nullable String requestId,
        @Nullable String releasedRequest,
        @Nullable String sessionId,
        long expires,
        long lease,
        long now) {

    static GrantSnapshot read(ResultSet row) throws SQLException {
        return new GrantSnapshot(
                row.getLong("token"),
                row.getString("request_id"),
                row.getString("released_request"),
                row.getString("session_id"),
                row.getLong("expires_us"),
                row.getLong("lease_us"),
                row.getLong("now_us"));
    }

    /** Whether the latest release was this grant's own; a revoke leaves the same trace, and its mark beside it. */
    boolean wasReleasedBy(Grant grant) {
        return grant.requestId().equals(releasedRequest) && !LockRow.REVOKED.equals(requestId);
    }

    /** While it names a session, nobody else can have been granted the lock. */
    boolean canBeRenewed() {
        return expires > now || sessionId != null;
    }

    public boolean isOf(Grant grant) {
        return token == grant.token() && grant.requestId().equals(requestId);
    }
}
