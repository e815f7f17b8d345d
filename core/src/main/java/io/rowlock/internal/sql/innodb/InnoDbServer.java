package io.rowlock.internal.sql.innodb;

import io.rowlock.internal.sql.statement.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Properties of a MySQL or MariaDB server. A property that it does not tell, or not to this user, counts as no. */
final class InnoDbServer {
    private static final Logger LOG = LoggerFactory.getLogger(InnoDbServer.class);

    private static final Query GALERA = new Query("SELECT @@wsrep_on");
    private static final Query SINGLE_PRIMARY = new Query("SELECT @@group_replication_single_primary_mode");

    /** A status of the session; needs no privilege. */
    private static final Query BRANCHES = new Query("SHOW SESSION STATUS WHERE variable_name = 'Com_xa_start'");

    private InnoDbServer() {}

    /**
     * Whether the connection's transaction may be the branch of a distributed one, which is prepared before it is committed.
     * The server does not say so, but a session that never began a branch is not in one. One that began any counts as being in
     * one, because a pool may use it for both; and so does one of which the server does not tell.
     */
    static boolean mayBePrepared(Connection connection) throws SQLException {
        return BRANCHES.list(connection, Query.NOTHING, row -> row.getLong(2)).stream()
                .findFirst()
                .map(begun -> begun > 0)
                .orElse(true);
    }

    /** Whether several servers take writes, so that a row lock on one is not seen on the others. */
    static boolean isClustered(Connection connection) {
        return ask(connection, GALERA).orElse(false)
                || !ask(connection, SINGLE_PRIMARY).orElse(true);
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
