package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.Rowlock;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.LockTable;
import io.rowlock.testkit.sql.Taker;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A transaction of someone else's that has a lock's row locked holds up nobody: neither waits for it, and an answer that
 * it withholds is neither a grant nor a loss.
 */
public interface RowLockContract extends Contract {

    @Promise
    default void nobodyIsGrantedALockWhoseRowIsLocked(ContractFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("locked"));
        lock.acquire().close();

        try (LockTable.RowLock open = fixture.rows().lockRow(lock.definition().name())) {
            assertThat(lock.tryAcquire()).isEmpty();
            assertThat(open.isOpen()).isTrue();
        }
        fixture.await()
                .until(() -> lock.tryAcquire().map(ContractFixture::closed).orElse(false));
    }

    @Promise
    default void aReleaseThatMeetsALockedRowReturnsAndIsFinishedLater(ContractFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("locked"));
        Hold hold = lock.acquire();

        try (LockTable.RowLock open = fixture.rows().lockRow(lock.definition().name())) {
            hold.close();
            assertThat(hold.isHeld()).isFalse();
            assertThat(open.isOpen()).isTrue();
        }
        fixture.await()
                .until(() -> lock.tryAcquire().map(ContractFixture::closed).orElse(false));
    }

    @Promise
    default void aRenewalThatMeetsALockedRowIsNotALoss(ContractFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("locked")).withLease(Duration.ofSeconds(6));
        Rowlock client = fixture.client();
        try (Hold hold = client.lock(definition).acquire()) {
            try (LockTable.RowLock open = fixture.rows().lockRow(definition.name())) {
                fixture.await().until(() -> hold.remaining().compareTo(Duration.ofMillis(3_400)) < 0);
                assertThat(open.isOpen()).isTrue();
            }
            fixture.await().until(() -> hold.remaining().compareTo(Duration.ofSeconds(4)) > 0);
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void locksWhoseRowsAreNotLockedAreServedMeanwhile(ContractFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("locked");
        client.lock(name).acquire().close();

        try (LockTable.RowLock open = fixture.rows().lockRow(name);
                Hold other = client.lock(name + "-other").acquire()) {
            other.renew();
            assertThat(other.check()).isTrue();
            assertThat(open.isOpen()).isTrue();
        }
    }

    /** The holder's own release may be sent together with that of a later claim whose outcome nobody knows. */
    @Promise
    default void releasesOfOneLockAreAnsweredEachForItself(ContractFixture fixture) {
        LockKey key = LockKey.of(fixture.name("locked"));
        try (Taker taker = new Taker(fixture.source(), fixture.table(), key.name())) {
            Grant own = taker.grant();
            Grant inDoubt = new Grant(key, Grant.UNKNOWN_TOKEN, "0".repeat(32));

            try (LockTable.RowLock open = fixture.rows().lockRow(key.name())) {
                assertThat(taker.release(List.of(own, inDoubt)).get(0)).isEqualTo(GrantOutcome.ROW_LOCKED);
                assertThat(taker.release(List.of(inDoubt, own)).get(1)).isEqualTo(GrantOutcome.ROW_LOCKED);
                assertThat(open.isOpen()).isTrue();
            }
            assertThat(taker.release(List.of(inDoubt, own)).get(1)).isEqualTo(GrantOutcome.DONE);
        }
    }

    /** They share a statement, of which a locked row is no part. */
    @Promise
    default void releasesBesideALockedRowAreDoneAndThatOneLater(ContractFixture fixture) {
        String name = fixture.name("locked");
        try (Taker first = new Taker(fixture.source(), fixture.table(), name + "-1");
                Taker second = new Taker(fixture.source(), fixture.table(), name + "-2");
                Taker third = new Taker(fixture.source(), fixture.table(), name + "-3")) {
            List<Grant> grants = List.of(first.grant(), second.grant(), third.grant());

            try (LockTable.RowLock open = fixture.rows().lockRow(name + "-2")) {
                assertThat(first.release(grants))
                        .containsExactly(GrantOutcome.DONE, GrantOutcome.ROW_LOCKED, GrantOutcome.DONE);
                assertThat(open.isOpen()).isTrue();
            }
            assertThat(first.release(grants)).containsOnly(GrantOutcome.DONE);
            assertThat(second.take()).isPresent();
        }
    }

    @Promise
    default void manyReleasesThatMeetALockedRowReturnAndThatOneIsFinishedLater(ContractFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("locked");
        List<Hold> holds = IntStream.range(0, 24)
                .mapToObj(number -> client.lock(name + "-" + number).acquire())
                .toList();

        try (LockTable.RowLock open = fixture.rows().lockRow(name + "-7")) {
            fixture.crew().together(24, number -> holds.get(number).close());
            for (int number = 0; number < 24; number++) {
                assertThat(client.lock(name + "-" + number)
                                .tryAcquire()
                                .map(ContractFixture::closed)
                                .isPresent())
                        .isEqualTo(number != 7);
            }
            assertThat(open.isOpen()).isTrue();
        }
        fixture.await()
                .until(() -> client.lock(name + "-7")
                        .tryAcquire()
                        .map(ContractFixture::closed)
                        .orElse(false));
    }
}
