package io.rowlock.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/**
 * Code as users of the classic systems have it compiles with other imports alone: their own managers of locks, their enums, their
 * services, and what these throw and construct.
 */
class ClassicUsageTest {
    private final JdbcDataSource source = new JdbcDataSource();

    ClassicUsageTest() {
        source.setURL("jdbc:h2:mem:classic-usage;DB_CLOSE_DELAY=-1");
    }

    @Test
    void aManagerOfOnesOwnThrowsTheExceptions() {
        LockManager locks = new MapLockManager();
        LockId lockId = locks.tryLock("Order", "1");
        locks.checkLock(lockId);
        locks.extendLockExpiration(lockId, 60_000L);
        assertThatExceptionOfType(AlreadyLockedException.class)
                .isThrownBy(() -> locks.tryLock("Order", "1"))
                .withMessage("it is locked by someone else; try again when that lock is released or expired");
        locks.releaseLock(lockId);
        assertThatExceptionOfType(NoLockException.class)
                .isThrownBy(() -> locks.checkLock(lockId))
                .withMessage("the lock no longer stands: it was released, or its time is over; lock again, and read"
                        + " the data again");
    }

    @Test
    void aLostRaceHasItsCause() {
        IllegalStateException duplicate = new IllegalStateException("a row with this key is there");
        LockException lost = new LockingFailException(duplicate);
        assertThat(lost)
                .hasCause(duplicate)
                .hasMessage("it was locked by another at this very moment; try again: a row with this key is there");
        assertThat(new LockingFailException()).hasMessage("it was locked by another at this very moment; try again");
    }

    @Test
    void aServiceIsInjectedByItsInterface() {
        try (PessimisticLock locks = new PessimisticLock(source, "node-1")) {
            OracleDistributedLockService service = locks;
            assertThat(service).isSameAs(locks);
        }
        List<String> calls = new ArrayList<>();
        OracleDistributedLockService stub = new NotingService(calls);
        stub.doLock(Jobs.SETTLE);
        stub.doLock(
                Jobs.SETTLE, Jobs.SETTLE.getOverTime(), Jobs.SETTLE.getRetryCount(), Jobs.SETTLE.getRetryInterval());
        stub.unLock(Jobs.SETTLE);
        stub.autoLock(Jobs.SETTLE, () -> calls.add("done"), () -> calls.add("busy"));
        assertThat(calls).containsExactly("lock", "lock 30000", "unlock", "done");
    }

    @Test
    void anOwnerIsAValueWithItsTwoQuestions() {
        LockOwner owner = new LockOwner("server-1", LocalDateTime.of(9999, 12, 31, 0, 0));
        assertThat(owner.isOwnedBy("server-1") && !owner.isExpired()).isTrue();
        try (DistLock lock = new DistLock(source)) {
            assertThat(lock.tryLock("report", "server-1", Duration.ofMinutes(1)))
                    .as("there is no table")
                    .isFalse();
        }
    }

    /** An enum whose getters are written out. */
    private enum Jobs implements PessimisticLockDefinition {
        SETTLE("SETTLE", 30 * 1000L, 0, 5 * 1000L);

        private final String lockName;
        private final Long overTime;
        private final Integer retryCount;
        private final Long retryInterval;

        Jobs(String lockName, Long overTime, Integer retryCount, Long retryInterval) {
            this.lockName = lockName;
            this.overTime = overTime;
            this.retryCount = retryCount;
            this.retryInterval = retryInterval;
        }

        @Override
        public String getLockName() {
            return lockName;
        }

        @Override
        public Long getOverTime() {
            return overTime;
        }

        @Override
        public Integer getRetryCount() {
            return retryCount;
        }

        @Override
        public Long getRetryInterval() {
            return retryInterval;
        }
    }

    /** A service for tests. */
    private record NotingService(List<String> calls) implements OracleDistributedLockService {
        @Override
        public void doLock(PessimisticLockDefinition lock) {
            calls.add("lock");
        }

        @Override
        public void doLock(PessimisticLockDefinition lock, long overTime, int retryCount, long retryInterval) {
            calls.add("lock " + overTime);
        }

        @Override
        public void unLock(PessimisticLockDefinition lock) {
            calls.add("unlock");
        }

        @Override
        public void autoLock(PessimisticLockDefinition lock, Runnable onSuccess, Runnable onFailure) {
            onSuccess.run();
        }
    }

    /** A manager that keeps its locks in a map. */
    private static final class MapLockManager implements LockManager {
        private final Map<String, LockData> locks = new HashMap<>();

        @Override
        public LockId tryLock(String type, String id) throws LockException {
            LockData present = locks.get(type + id);
            if (present != null && !present.isExpired()) {
                throw new AlreadyLockedException();
            }
            LockId lockId = new LockId(UUID.randomUUID().toString());
            locks.put(type + id, new LockData(type, id, lockId.getValue(), Long.MAX_VALUE));
            return lockId;
        }

        @Override
        public void checkLock(LockId lockId) throws LockException {
            if (find(lockId).isEmpty()) {
                throw new NoLockException();
            }
        }

        @Override
        public void extendLockExpiration(LockId lockId, long inc) throws LockException {
            LockData data = find(lockId).orElseThrow(NoLockException::new);
            locks.put(data.getType() + data.getId(), data);
        }

        @Override
        public void releaseLock(LockId lockId) throws LockException {
            locks.values().removeIf(data -> data.getLockId().equals(lockId.getValue()));
        }

        private Optional<LockData> find(LockId lockId) {
            return locks.values().stream()
                    .filter(data -> data.getLockId().equals(lockId.getValue()))
                    .findFirst();
        }
    }
}
