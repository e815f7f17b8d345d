package io.rowlock.bench.contestant;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.WaitingClient;
import java.util.concurrent.locks.Lock;
import org.springframework.core.io.ClassPathResource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Spring Integration's JdbcLockRegistry, on the tables of its own scripts. */
final class SpringIntegrationClient implements WaitingClient {
    private final HikariDataSource pool;
    private final DefaultLockRepository repository;
    private final JdbcLockRegistry registry;

    SpringIntegrationClient(Address address) {
        pool = address.peerPool();
        createTables(address);
        repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        if (address.is("jdbc:postgresql:")) {
            // As its manual advises, so that a row that is there already does not fail the transaction.
            repository.setInsertQuery(repository.getInsertQuery() + " ON CONFLICT DO NOTHING");
        }
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        registry = new JdbcLockRegistry(repository);
    }

    @Override
    public Held take(String name) {
        Lock lock = registry.obtain(name);
        while (!lock.tryLock()) {
            // Transactions that run at the same time fail each other, also on different rows; asked again, it is
            // granted.
            Thread.onSpinWait();
        }
        return lock::unlock;
    }

    @Override
    public Held await(String name) {
        Lock lock = registry.obtain(name);
        lock.lock();
        return lock::unlock;
    }

    @Override
    public int connectionsInUse() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    @Override
    public void close() {
        repository.stop();
        pool.close();
    }

    /** The scripts do not ask whether their tables are there already. */
    private void createTables(Address address) {
        ResourceDatabasePopulator script = new ResourceDatabasePopulator(
                new ClassPathResource("org/springframework/integration/jdbc/schema-" + kind(address) + ".sql"));
        script.setContinueOnError(true);
        script.execute(pool);
    }

    private static String kind(Address address) {
        if (address.is("jdbc:postgresql:")) {
            return "postgresql";
        }
        return address.is("jdbc:h2:") ? "h2" : "mysql";
    }
}
