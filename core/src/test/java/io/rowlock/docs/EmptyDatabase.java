package io.rowlock.docs;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** A new database in memory, with nothing but a table of what was sold in it; gone when closed. */
final class EmptyDatabase implements AutoCloseable {
    /** A lock that someone else holds while an example runs. */
    static final String TAKEN = "month-end";

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final JdbcConnectionPool pool =
            JdbcConnectionPool.create("jdbc:h2:mem:docs" + COUNT.incrementAndGet(), "sa", "");
    private final Connection kept;

    EmptyDatabase() throws SQLException {
        kept = pool.getConnection();
        try (Statement statement = kept.createStatement()) {
            statement.execute("CREATE TABLE sold (item VARCHAR(20))");
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
