package io.rowlock.internal.jdbc.bound;

import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * How long a session may be silent before the server ends it: as long as any row of its locks may be honoured, because the end of
 * the session frees them all. Only ever extended, until the connection goes back without a lock. Used by one thread at a time.
 */
final class SilenceLimit {
    private final NativeLocks nativeLocks;
    private final long original;
    private Duration longestGrace = Duration.ZERO;

    /** In milliseconds; 0 while it is as it came. */
    private long limit;

    SilenceLimit(NativeLocks nativeLocks, Connection connection) throws SQLException {
        this.nativeLocks = nativeLocks;
        original = nativeLocks.silence(connection);
    }

    /** Extends it to suit a lock that is about to be granted on these terms. */
    void suit(Connection connection, Terms terms) throws SQLException {
        longestGrace = longestGrace.compareTo(terms.grace()) < 0 ? terms.grace() : longestGrace;
        extend(connection, terms.lease().plus(terms.grace()));
    }

    /** Extends it to suit a lock whose row is about to be renewed for at least this time, and keeps its own grace. */
    void suit(Connection connection, Duration atLeast) throws SQLException {
        extend(connection, atLeast.plus(longestGrace));
    }

    private void extend(Connection connection, Duration longest) throws SQLException {
        long millis = longest.toMillis();
        if (limit < millis) {
            nativeLocks.limitSilence(connection, millis);
            limit = millis;
        }
    }

    /** Leaves the connection as it came. */
    void restore(Connection connection) throws SQLException {
        if (limit > 0) {
            nativeLocks.limitSilence(connection, original);
        }
    }
}
