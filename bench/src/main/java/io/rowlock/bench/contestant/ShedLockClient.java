package io.rowlock.bench.contestant;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.client.PooledClient;
import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock on JdbcTemplate, by the database's time, as its manual recommends. */
final class ShedLockClient implements PooledClient {
    private static final String TABLE = """
            create table if not exists shedlock (name varchar(64) not null, lock_until timestamp(3) null,
            locked_at timestamp(3) null, locked_by varchar(255) not null, primary key (name))
            """;

    private final HikariDataSource pool;
    private final LockProvider provider;

    ShedLockClient(Address address) {
        pool = address.peerPool();
        JdbcTemplate template = new JdbcTemplate(pool);
        template.execute(TABLE);
        provider = new JdbcTemplateLockProvider(
                Configuration.builder().withJdbcTemplate(template).usingDbTime().build());
    }

    @Override
    public Held take(String name) {
        LockConfiguration request = new LockConfiguration(Instant.now(), name, Duration.ofSeconds(30), Duration.ZERO);
        SimpleLock lock = provider.lock(request).orElseThrow(() -> LockClient.rejected(name));
        return lock::unlock;
    }

    @Override
    public HikariDataSource pool() {
        return pool;
    }
}
