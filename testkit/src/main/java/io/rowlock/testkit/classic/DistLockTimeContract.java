package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.classic.DistLock;
import io.rowlock.classic.LockOwner;
import io.rowlock.table.LockTable;
import io.rowlock.testkit.classic.original.OriginalDistLock;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.time.ZoneId;

/** The zones and clocks of the original nodes. */
public interface DistLockTimeContract extends DistLockContract {
    /** The requested lease is a lower bound, whatever the column keeps. */
    @Promise
    default void fractionsOfASecondAreNeverCutOff() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            Duration asked = Duration.ofMillis(1_900);
            long before = System.nanoTime();
            assertThat(fixture.lock.tryLock("report", "a", asked)).isTrue();
            fixture.classic.await().until(() -> fixture.lock.tryLock("report", "b", LONG));
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(asked.toNanos());
        }
    }

    @Promise
    default void anOriginalInAnotherZoneIsUnderstood() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            ZoneId zone = ZoneId.of("Pacific/Kiritimati");
            OriginalDistLock original = new OriginalDistLock(
                    fixture.classic.testDatabase().dataSource(), fixture.table, zone, Duration.ZERO);
            DistLock lock = fixture.node(LockTable.distLock().inZone(zone));

            assertThat(original.tryLock("theirs", "original", LONG)).isTrue();
            assertThat(lock.tryLock("theirs", "rowlock", LONG)).isFalse();
            assertThat(original.tryLock("short", "original", Duration.ofSeconds(1)))
                    .isTrue();
            fixture.classic.await().until(() -> lock.tryLock("short", "rowlock", LONG));

            assertThat(lock.tryLock("ours", "rowlock", LONG)).isTrue();
            assertThat(original.tryLock("ours", "original", LONG)).isFalse();
            assertThat(lock.tryLock("ours-short", "rowlock", SHORT)).isTrue();
            fixture.classic.await().until(() -> original.tryLock("ours-short", "original", LONG));
        }
    }

    /** The zone of the test database is not this one, and its clocks change. */
    @Promise
    default void aZoneWhoseClocksChangeIsUnderstood() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            ZoneId zone = ZoneId.of("America/St_Johns");
            OriginalDistLock original = new OriginalDistLock(
                    fixture.classic.testDatabase().dataSource(), fixture.table, zone, Duration.ZERO);
            DistLock lock = fixture.node(LockTable.distLock().inZone(zone));
            assertThat(lock.tryLock("ours", "rowlock", SHORT)).isTrue();
            fixture.classic.await().until(() -> original.tryLock("ours", "original", LONG));
            assertThat(lock.tryLock("ours", "rowlock", LONG)).isFalse();
            assertThat(lock.lockOwner("ours").map(LockOwner::isExpired)).contains(false);
            assertThat(original.tryLock("theirs", "original", Duration.ofSeconds(1)))
                    .isTrue();
            fixture.classic.await().until(() -> lock.tryLock("theirs", "rowlock", LONG));
        }
    }

    /** A fleet whose clocks run behind writes expiries that pass too soon. */
    @Promise
    default void anOriginalWhoseClockIsBehindIsGivenTheSkewThatIsTolerated() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            OriginalDistLock behind = new OriginalDistLock(
                    fixture.classic.testDatabase().dataSource(),
                    fixture.table,
                    ZoneId.systemDefault(),
                    Duration.ofSeconds(-20));
            DistLock patient = fixture.node(LockTable.distLock().withSkew(Duration.ofSeconds(30)));
            assertThat(behind.tryLock("report", "original", Duration.ofSeconds(10)))
                    .isTrue();
            assertThat(patient.tryLock("report", "rowlock", LONG)).isFalse();
            assertThat(fixture.lock.tryLock("report", "rowlock", LONG)).isTrue();
        }
    }
}
