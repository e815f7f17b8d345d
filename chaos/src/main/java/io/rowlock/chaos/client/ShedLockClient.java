package io.rowlock.chaos.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * ShedLock on JdbcTemplate, by the database's time, as its manual recommends. A lock is believed for {@code lockAtMostFor},
 * counted from before it was asked for: the most careful reading of its manual.
 */
public final class ShedLockClient implements LockClient {
    private static final String TABLE = """
            create table if not exists shedlock (name varchar(64) not null, lock_until timestamp(3) null,
            locked_at timestamp(3) null, locked_by varchar(255) not null, primary key (name))
            """;

    private final LockProvider provider;
    private final Duration lease;

    public ShedLockClient(DataSource pool, Duration lease) {
        this.lease = lease;
        JdbcTemplate template = new JdbcTemplate(pool);
        template.execute(TABLE);
        // By default holders are told apart by the name of the host; each worker stands for a host of its own.
        provider = new JdbcTemplateLockProvider(Configuration.builder()
                .withJdbcTemplate(template)
                .withLockedByValue("process-" + ProcessHandle.current().pid())
                .usingDbTime()
                .build());
    }

    @Override
    public Optional<LockHandle> acquire(String lock, Duration wait, boolean renewed) throws InterruptedException {
        return Polling.until(wait, () -> {
            long asked = System.nanoTime();
            LockConfiguration request = new LockConfiguration(Instant.now(), lock, lease, Duration.ZERO);
            return provider.lock(request).map(granted -> handle(granted, asked));
        });
    }

    private LockHandle handle(SimpleLock granted, long asked) {
        return new TimedHandle(asked + lease.toNanos(), granted::unlock);
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
        // It has nothing of its own.
    }
}
