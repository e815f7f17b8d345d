package io.rowlock.docs;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** A new database in memory: a table of what was sold, empty lock tables of others, an empty schema; gone when closed. */
final class EmptyDatabase implements AutoCloseable {
    /** A lock that someone else holds while an example runs. */
    static final String TAKEN = "month-end";

    /** The tables of other systems, as a fleet has them that moves to Rowlock. */
    private static final List<String> FOREIGN = List.of(
            "dist_lock (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100), expiry TIMESTAMP)",
            "locks (type VARCHAR(255), id VARCHAR(255), lockid VARCHAR(255) UNIQUE, expiration_time TIMESTAMP,"
                    + " PRIMARY KEY (type, id))",
            "TBL_PESSIMISTIC_LOCK (LOCK_NAME VARCHAR(64) PRIMARY KEY, LOCK_TIME TIMESTAMP(0) NOT NULL,"
                    + " LOCK_HOLDER VARCHAR(64) NOT NULL, EXPIRED_TIME TIMESTAMP(0) NOT NULL,"
                    + " LOCK_STATUS NUMERIC(1,0) DEFAULT 0 NOT NULL)",
            "shedlock (name VARCHAR(64) PRIMARY KEY, lock_until TIMESTAMP NOT NULL, locked_at TIMESTAMP NOT NULL,"
                    + " locked_by VARCHAR(255) NOT NULL)",
            "INT_LOCK (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL, CLIENT_ID CHAR(36),"
                    + " CREATED_DATE TIMESTAMP NOT NULL, EXPIRED_AFTER TIMESTAMP NOT NULL, PRIMARY KEY (LOCK_KEY, REGION))");

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final JdbcConnectionPool pool =
            JdbcConnectionPool.create("jdbc:h2:mem:docs" + COUNT.incrementAndGet(), "sa", "");
    private final Connection kept;

    EmptyDatabase() throws SQLException {
        kept = pool.getConnection();
        try (Statement statement = kept.createStatement()) {
            statement.execute("CREATE TABLE sold (item VARCHAR(20))");
            statement.execute("CREATE SCHEMA ops");
            for (String table : FOREIGN) {
                statement.execute("CREATE TABLE " + table);
            }
        }
    }

    DataSource dataSource() {
        return pool;
    }

    @Override
    public void close() throws SQLException {
        kept.close();
        pool.dispose();
    }
}
