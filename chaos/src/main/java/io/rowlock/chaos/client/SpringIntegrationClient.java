package io.rowlock.chaos.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * Spring Integration's JdbcLockRegistry, on the tables of its own scripts. A lock is believed for its time to live, counted
 * from before the attempt that got it: the most careful reading of its manual.
 */
public final class SpringIntegrationClient implements LockClient {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final DefaultLockRepository repository;
    private final JdbcLockRegistry registry;
    private final Duration lease;

    public SpringIntegrationClient(DataSource pool, String url, Duration lease) {
        this.lease = lease;
        createTables(pool, url);
        repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        if (url.startsWith("jdbc:postgresql:")) {
            // As its manual advises, so that a row that is there already does not fail the transaction.
            repository.setInsertQuery(repository.getInsertQuery() + " ON CONFLICT DO NOTHING");
        }
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        registry = new JdbcLockRegistry(repository, lease);
        registry.setIdleBetweenTries(PAUSE);
    }

    /** Asks without waiting, again and again, so that the moment before the attempt that succeeded is known. */
    @Override
    public Optional<LockHandle> acquire(String lock, Duration wait, boolean renewed) throws InterruptedException {
        Lock wanted = registry.obtain(lock);
        return Polling.until(wait, () -> attempt(wanted));
    }

    private Optional<LockHandle> attempt(Lock wanted) {
        long asked = System.nanoTime();
        return wanted.tryLock()
                ? Optional.of(new TimedHandle(asked + lease.toNanos(), wanted::unlock))
                : Optional.empty();
    }

    @Override
    public boolean guards() {
        return false;
    }

    @Override
    public boolean renews() {
        return false;
    }

    @Override
    public void close() {
        repository.stop();
    }

    /** The scripts do not ask whether their tables are there already. */
    private static void createTables(DataSource pool, String url) {
        ResourceDatabasePopulator script = new ResourceDatabasePopulator(
                new ClassPathResource("org/springframework/integration/jdbc/schema-" + kind(url) + ".sql"));
        script.setContinueOnError(true);
        script.execute(pool);
    }

    private static String kind(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return "postgresql";
        }
        return url.startsWith("jdbc:h2:") ? "h2" : "mysql";
    }
}
