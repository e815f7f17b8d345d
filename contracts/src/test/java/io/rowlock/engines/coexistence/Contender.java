package io.rowlock.engines.coexistence;

import io.rowlock.LockDefinition;
import io.rowlock.LockException;
import io.rowlock.Rowlock;
import io.rowlock.classic.DistLock;
import io.rowlock.classic.LockId;
import io.rowlock.classic.PessimisticLock;
import io.rowlock.classic.TableLockManager;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableLocks;
import io.rowlock.testkit.classic.PessimisticLockContract;
import io.rowlock.testkit.classic.original.OriginalDistLock;
import io.rowlock.testkit.classic.original.OriginalLockManager;
import io.rowlock.testkit.classic.original.OriginalPessimisticLock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Someone who competes for the one lock of a table, for one thread. */
@FunctionalInterface
public interface Contender {

    /** The lock. */
    String NAME = "TIMER_TASK_GET_LOCK";

    /** Takes the lock if it is free, for so long; what it returns releases it. */
    Optional<Release> tryLock(Duration lease) throws Exception;

    /** Releases the lock. */
    @FunctionalInterface
    interface Release {
        /** Does it. */
        void run() throws Exception;
    }

    /**
     * Where a contender stands.
     *
     * @param source its way to the database
     * @param kind the database's kind
     * @param table the table's name
     * @param node the node's name
     * @param fleet the zone in which the old fleet runs
     * @param closing whom to give what is to be closed in the end
     * @param lock the lock's name
     */
    record Place(
            DataSource source,
            String kind,
            String table,
            String node,
            ZoneId fleet,
            Consumer<AutoCloseable> closing,
            String lock) {

        Place(
                DataSource source,
                String kind,
                String table,
                String node,
                ZoneId fleet,
                Consumer<AutoCloseable> closing) {
            this(source, kind, table, node, fleet, closing, NAME);
        }

        /** The same place, before another lock of the table. */
        Place of(String other) {
            return new Place(source, kind, table, node, fleet, closing, other);
        }

        private <C extends AutoCloseable> C open(C client) {
            closing.accept(client);
            return client;
        }
    }

    /** The two kinds of nodes. */
    enum Side {
        /** The original. */
        OLD,
        /** Rowlock. */
        NEW;

        Contender of(Rival rival, Place place) {
            return this == OLD ? original(rival, place) : rowlock(rival, place);
        }
    }

    private static Contender original(Rival rival, Place place) {
        return switch (rival) {
            case DIST_LOCK -> dist(new OriginalDistLock(place.source, place.table), place);
            case LOCKS ->
                lease -> {
                    OriginalLockManager manager =
                            new OriginalLockManager(place.source, place.table, lease, Duration.ZERO);
                    return manager.tryLock("Job", place.lock).map(id -> () -> manager.releaseLock(id));
                };
            case PESSIMISTIC ->
                pessimistic(
                        new OriginalPessimisticLock(
                                place.source, place.table, place.node, OriginalPessimisticLock.now(place.kind)),
                        place);
            case SHEDLOCK, SHEDLOCK_DB_TIME -> shedLock(place, rival.isOnDatabaseTime());
            case INT_LOCK -> springIntegration(place);
            case USER_LEVEL -> userLevel(new OriginalUserLevelLock(place.source), place.table);
        };
    }

    private static Contender dist(OriginalDistLock lock, Place place) {
        return lease -> lock.tryLock(place.lock, place.node, lease)
                ? Optional.of(() -> lock.unlock(place.lock, place.node))
                : Optional.empty();
    }

    private static Contender pessimistic(OriginalPessimisticLock lock, Place place) {
        return lease -> lock.tryLock(place.kind, place.lock, lease.toMillis())
                ? Optional.of(() -> lock.unlock(place.lock))
                : Optional.empty();
    }

    private static Contender shedLock(Place place, boolean databaseTime) {
        var settings = JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(place.source))
                .withTableName(place.table)
                .withLockedByValue(place.node);
        JdbcTemplateLockProvider provider =
                new JdbcTemplateLockProvider((databaseTime ? settings.usingDbTime() : settings).build());
        return lease -> provider.lock(new LockConfiguration(Instant.now(), place.lock, lease, Duration.ZERO))
                .map(lock -> lock::unlock);
    }

    private static Contender springIntegration(Place place) {
        DefaultLockRepository repository = new DefaultLockRepository(place.source);
        repository.setPrefix(place.table.substring(0, place.table.length() - "LOCK".length()));
        repository.setTransactionManager(new JdbcTransactionManager(place.source));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        Map<Duration, Lock> locks = new ConcurrentHashMap<>();
        return lease -> {
            Lock lock =
                    locks.computeIfAbsent(lease, valid -> new JdbcLockRegistry(repository, valid).obtain(place.lock));
            return lock.tryLock() ? Optional.of(lock::unlock) : Optional.empty();
        };
    }

    private static Contender userLevel(OriginalUserLevelLock lock, String name) {
        return lease -> lock.tryLock(name).map(held -> held::close);
    }

    private static Contender rowlock(Rival rival, Place place) {
        return rival == Rival.USER_LEVEL ? userLevel(place) : onTable(rival, place);
    }

    private static Contender userLevel(Place place) {
        Rowlock locks = place.open(Rowlock.builder(place.source)
                .table(place.table)
                .sharingLockNames()
                .build());
        return lease -> locks.lock(LockDefinition.of(place.table).withLease(lease))
                .tryAcquire()
                .map(hold -> hold::close);
    }

    private static Contender onTable(Rival rival, Place place) {
        LockTable table = rival.described(place.kind, place.table, place.fleet);
        return switch (rival) {
            case DIST_LOCK -> dist(place.open(new DistLock(place.source, table)), place);
            case LOCKS -> locks(place, table);
            case PESSIMISTIC -> pessimistic(place.open(new PessimisticLock(place.source, place.node, table)));
            default -> table(place.open(TableLocks.on(place.source, table)));
        };
    }

    private static Contender dist(DistLock lock, Place place) {
        return lease ->
                lock.tryLock(NAME, place.node, lease) ? Optional.of(() -> unlock(lock, place.node)) : Optional.empty();
    }

    private static void unlock(DistLock lock, String owner) {
        try {
            lock.unlock(NAME, owner);
        } catch (IllegalStateException lost) {
            throw new IllegalStateException(lost.getMessage() + "; now it is " + lock.lockOwner(NAME), lost);
        }
    }

    private static Contender locks(Place place, LockTable table) {
        Map<Duration, TableLockManager> managers = new ConcurrentHashMap<>();
        return lease -> {
            TableLockManager manager = managers.computeIfAbsent(
                    lease, valid -> place.open(new TableLockManager(place.source, table, valid)));
            try {
                LockId id = manager.tryLock("Job", place.lock);
                return Optional.of(() -> manager.releaseLock(id));
            } catch (LockException busy) {
                return Optional.empty();
            }
        };
    }

    private static Contender pessimistic(PessimisticLock lock) {
        PessimisticLockContract.Locks definition = PessimisticLockContract.Locks.TASK_PRODUCER;
        return lease -> {
            try {
                lock.doLock(definition, lease.toMillis(), 0, 0);
                return Optional.of(() -> lock.unLock(definition));
            } catch (IllegalStateException busy) {
                return Optional.empty();
            }
        };
    }

    private static Contender table(TableLocks locks) {
        return lease -> locks.lock(NAME).withLease(lease).tryAcquire().map(hold -> hold::close);
    }
}
