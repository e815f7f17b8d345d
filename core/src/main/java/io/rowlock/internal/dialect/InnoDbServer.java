package io.rowlock.internal.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a MySQL or MariaDB server tells of itself and of a session. What it does not tell, or not to us, counts as no. */
final class InnoDbServer {
    private static final Logger LOG = LoggerFactory.getLogger(InnoDbServer.class);

    private static final Query GALERA = new Query("SELECT @@wsrep_on");
    private static final Query SINGLE_PRIMARY = new Query("SELECT @@group_replication_single_primary_mode");
    /** What both servers refuse, with a code of its own, once a transaction has begun, and what changes nothing before. */
    private static final Query SAME_REPEATABLE_READ = new Query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");

    private static final Query SAME_SERIALIZABLE = new Query("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    private static final int TRANSACTION_IN_PROGRESS = 1568;

    private InnoDbServer() {}

    /** Whether several servers take writes, so that a row lock on one is not seen on the others. */
    static boolean isClustered(Connection connection) {
        return ask(connection, GALERA).orElse(false)
                || !ask(connection, SINGLE_PRIMARY).orElse(true);
    }

    /**
     * Whether the session's transaction has begun, as its first statement makes it do. Asked by setting the isolation that
     * it has anyway: the views that list transactions are cached, and not for everyone's eyes.
     */
    static boolean isInTransaction(Connection connection, int isolation) throws SQLException {
        try {
            boolean serializable = isolation == Connection.TRANSACTION_SERIALIZABLE;
            (serializable ? SAME_SERIALIZABLE : SAME_REPEATABLE_READ).update(connection, Query.NOTHING);
            return false;
        } catch (SQLException refused) {
            if (refused.getErrorCode() == TRANSACTION_IN_PROGRESS) {
                return true;
            }
            throw refused;
        }
    }

    private static Optional<Boolean> ask(Connection connection, Query query) {
        try {
            return Optional.of(query.one(connection, Query.NOTHING, row -> row.getBoolean(1)));
        } catch (SQLException untold) {
            LOG.debug("the server does not tell: {}", query.sql(), untold);
            return Optional.empty();
        }
    }
}
