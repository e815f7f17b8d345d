package io.rowlock.bench.batch;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.client.Names;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Batching alone, on PostgreSQL: requests of all threads travel in one statement on one connection. No lock library: it keeps none
 * of the promises that cost something. The rows must be there already.
 */
public final class BatchClient implements LockClient {
    private final HikariDataSource pool;
    private final Connection connection;
    private final BatchWorker worker;
    private final AtomicLong sequence = new AtomicLong();

    public BatchClient(Address address) throws SQLException {
        pool = address.pool(1);
        connection = pool.getConnection();
        createRows();
        worker = new BatchWorker(connection);
    }

    @Override
    public Held take(String name) throws SQLException {
        long token = worker.ask(Request.take(name, "owner-" + sequence.incrementAndGet()));
        if (token == Request.NONE) {
            throw LockClient.rejected(name);
        }
        return () -> worker.ask(Request.free(name, token));
    }

    private void createRows() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists batch_alone");
            statement.execute(BatchStatements.TABLE);
        }
        try (PreparedStatement insert =
                connection.prepareStatement("insert into batch_alone values (?, null, 0, '-infinity')")) {
            for (String name : Names.all()) {
                insert.setString(1, name);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @Override
    public int connectionsInUse() {
        return 1;
    }

    @Override
    public void close() throws Exception {
        worker.close();
        connection.close();
        pool.close();
    }
}
