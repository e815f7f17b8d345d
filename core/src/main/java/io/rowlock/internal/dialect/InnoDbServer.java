package io.rowlock.internal.dialect;

import io.rowlock.Database;
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
    private static final Query MARIADB_IN_TRANSACTION = new Query("SELECT @@in_transaction");

    private static final Query MYSQL_IN_TRANSACTION = new Query(
            "SELECT COUNT(*) > 0 FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()");

    private InnoDbServer() {}

    /** Whether several servers take writes, so that a row lock on one is not seen on the others. */
    static boolean isClustered(Connection connection) {
        return ask(connection, GALERA).orElse(false)
                || !ask(connection, SINGLE_PRIMARY).orElse(true);
    }

    /** Whether the session's transaction has begun, as its first statement makes it do. */
    static boolean isInTransaction(Connection connection, Database database) {
        return ask(connection, database == Database.MARIADB ? MARIADB_IN_TRANSACTION : MYSQL_IN_TRANSACTION)
                .orElse(false);
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
