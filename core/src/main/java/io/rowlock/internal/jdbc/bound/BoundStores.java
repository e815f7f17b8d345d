package io.rowlock.internal.jdbc.bound;

import io.rowlock.Finding;
import io.rowlock.LockSetupException;
import io.rowlock.internal.jdbc.bound.BoundLockStore.Patience;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.store.LockStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes stores of one lock table whose locks are tied to connections, after a check that the database has such locks. */
public final class BoundStores implements Supplier<LockStore> {
    private static final Logger LOG = LoggerFactory.getLogger(BoundStores.class);

    private final DataSource source;
    private final Dialect dialect;
    private final NativeLocks nativeLocks;
    private final Patience patience;
    private final BoundGrants grants = new BoundGrants();

    private BoundStores(DataSource source, Dialect dialect, NativeLocks nativeLocks, Patience patience) {
        this.source = source;
        this.dialect = dialect;
        this.nativeLocks = nativeLocks;
        this.patience = patience;
    }

    public static BoundStores open(DataSource source, Dialect dialect, boolean sharingNames, Patience patience) {
        NativeLocks nativeLocks = dialect.nativeLocks()
                .map(locks -> sharingNames ? locks.sharingNames() : locks)
                .orElseThrow(() -> rejected(dialect.database() + " has no locks that are tied to connections", null));
        BoundStores stores = new BoundStores(source, dialect, nativeLocks, patience);
        try {
            stores.examine();
            return stores;
        } catch (SQLException failure) {
            throw rejected("the database could not be asked: " + failure.getMessage(), failure);
        }
    }

    private void examine() throws SQLException {
        BorrowedConnection one = BorrowedConnection.from(source);
        try {
            one.callTimeout(patience.timeout());
            Optional<Finding> obstacle = nativeLocks.obstacle(one.connection());
            if (obstacle.isPresent()) {
                throw rejected(obstacle.get().advice(), null);
            }
            if (isShared(one.connection())) {
                throw rejected(
                        "a pooler between here and the server lends one session to several connections (PgBouncer's"
                                + " transaction mode, ProxySQL's multiplexing); connect past it, or in its session mode",
                        null);
            }
        } finally {
            one.giveBack();
        }
    }

    /**
     * Whether a session is seen through two connections at once. A pooler that shares sessions lends one that is not in a
     * transaction to the next borrower, and then has to lend another to the first.
     */
    private boolean isShared(Connection one) throws SQLException {
        String first = nativeLocks.session(one);
        try {
            BorrowedConnection other = BorrowedConnection.from(source);
            try {
                other.callTimeout(patience.timeout());
                return isShared(one, first, other.connection());
            } finally {
                other.giveBack();
            }
        } catch (SQLException noSecond) {
            LOG.debug("no second connection, so a pooler that shares sessions would not be seen", noSecond);
            return !first.equals(nativeLocks.session(one));
        }
    }

    private boolean isShared(Connection one, String first, Connection other) throws SQLException {
        other.setAutoCommit(false);
        try {
            String second = nativeLocks.session(other);
            return first.equals(second) || !first.equals(nativeLocks.session(one));
        } finally {
            // Ends the transaction that began here; a borrowed connection comes without one.
            other.setAutoCommit(true);
        }
    }

    private static LockSetupException rejected(String reason, @Nullable Throwable cause) {
        return new LockSetupException("connection-bound locks are not available: " + reason, cause);
    }

    @Override
    public LockStore get() {
        return new BoundLockStore(source, dialect, nativeLocks, grants, patience);
    }
}
