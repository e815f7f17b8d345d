package io.rowlock.testkit.classic;

import io.rowlock.LockException;
import io.rowlock.classic.DistLock;
import io.rowlock.classic.LockId;
import io.rowlock.classic.LockTable;
import io.rowlock.classic.PessimisticLock;
import io.rowlock.classic.TableLockManager;
import io.rowlock.classic.TableLocks;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Someone who competes for the one lock of a table, for one thread. */
@FunctionalInterface
interface Contender {

    /** Long enough that nothing expires while a test runs. */
    Duration LONG = Duration.ofMinutes(2);

    /** The lock. */
    String NAME = "TIMER_TASK_GET_LOCK";

    /** Takes the lock if it is free; what it returns releases it. */
    Optional<Release> tryLock() throws Exception;

    /** Releases the lock. */
    @FunctionalInterface
    interface Release {
        /** Does it. */
        void run() throws Exception;
    }

    /** Where a contender stands. */
    record Place(DataSource source, String kind, String table, String node) {}

    /** The systems, each with the code it came from and its counterpart. */
    enum Side {
        /** The original. */
        OLD,
        /** Rowlock. */
        NEW;

        Contender of(ClassicTable system, Place place) {
            return this == OLD ? original(system, place) : rowlock(system, place);
        }
    }

    private static Contender original(ClassicTable system, Place place) {
        return switch (system) {
            case DIST_LOCK -> dist(new OriginalDistLock(place.source, place.table), place);
            case LOCKS -> locks(new OriginalLockManager(place.source, place.table, LONG, Duration.ZERO));
            case PESSIMISTIC ->
                pessimistic(
                        new OriginalPessimisticLock(
                                place.source, place.table, place.node, OriginalPessimisticLock.now(place.kind)),
                        place.kind);
            case SHEDLOCK -> shedLock(place);
            case INT_LOCK -> springIntegration(place);
        };
    }

    private static Contender dist(OriginalDistLock lock, Place place) {
        return () -> lock.tryLock(NAME, place.node, LONG)
                ? Optional.of(() -> lock.unlock(NAME, place.node))
                : Optional.empty();
    }

    private static Contender locks(OriginalLockManager manager) {
        return () -> manager.tryLock("Job", "1").map(id -> () -> manager.releaseLock(id));
    }

    private static Contender pessimistic(OriginalPessimisticLock lock, String kind) {
        return () ->
                lock.tryLock(kind, NAME, LONG.toMillis()) ? Optional.of(() -> lock.unlock(NAME)) : Optional.empty();
    }

    private static Contender shedLock(Place place) {
        JdbcTemplateLockProvider provider =
                new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                        .withJdbcTemplate(new JdbcTemplate(place.source))
                        .withTableName(place.table)
                        .withLockedByValue(place.node)
                        .build());
        return () -> provider.lock(new LockConfiguration(Instant.now(), NAME, LONG, Duration.ZERO))
                .map(lock -> lock::unlock);
    }

    private static Contender springIntegration(Place place) {
        DefaultLockRepository repository = new DefaultLockRepository(place.source);
        repository.setPrefix(place.table.substring(0, place.table.length() - "LOCK".length()));
        repository.setTransactionManager(new JdbcTransactionManager(place.source));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        Lock lock = new JdbcLockRegistry(repository, LONG).obtain(NAME);
        return () -> lock.tryLock() ? Optional.of(lock::unlock) : Optional.empty();
    }

    private static Contender rowlock(ClassicTable system, Place place) {
        return switch (system) {
            case DIST_LOCK ->
                dist(new DistLock(place.source, LockTable.distLock().named(place.table)), place);
            case LOCKS ->
                locks(new TableLockManager(place.source, LockTable.locks().named(place.table), LONG));
            case PESSIMISTIC ->
                pessimistic(new PessimisticLock(
                        place.source, place.node, LockTable.pessimisticLock().named(place.table)));
            case SHEDLOCK ->
                table(TableLocks.on(place.source, LockTable.shedlock().named(place.table)));
            case INT_LOCK ->
                table(TableLocks.on(place.source, LockTable.springIntegration().named(place.table)));
        };
    }

    private static Contender dist(DistLock lock, Place place) {
        return () -> lock.tryLock(NAME, place.node, LONG)
                ? Optional.of(() -> lock.unlock(NAME, place.node))
                : Optional.empty();
    }

    private static Contender locks(TableLockManager manager) {
        return () -> {
            try {
                LockId id = manager.tryLock("Job", "1");
                return Optional.of(() -> manager.releaseLock(id));
            } catch (LockException busy) {
                return Optional.empty();
            }
        };
    }

    private static Contender pessimistic(PessimisticLock lock) {
        PessimisticLockContract.Locks definition = PessimisticLockContract.Locks.TASK_PRODUCER;
        return () -> {
            try {
                lock.doLock(definition);
                return Optional.of(() -> lock.unLock(definition));
            } catch (IllegalStateException busy) {
                return Optional.empty();
            }
        };
    }

    private static Contender table(TableLocks locks) {
        return () -> locks.lock(NAME).tryAcquire().map(hold -> hold::close);
    }
}
