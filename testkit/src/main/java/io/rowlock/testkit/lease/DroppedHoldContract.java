package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.AnyDatabaseContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;

/** A hold that is garbage stays a hold: its work may still run. Its longest time, a revoke or its client's end frees the lock. */
public interface DroppedHoldContract extends AnyDatabaseContract {

    /** Each stops all threads, those of the tests beside this one, too. */
    Duration BETWEEN_COLLECTIONS = Duration.ofSeconds(1);

    Duration LEASE = Duration.ofSeconds(4);

    /** Without renewals others would have the lock by then. */
    Duration BEYOND_LEASE = LEASE.multipliedBy(2);

    @Promise
    default void aHoldThatNobodyClosesStaysTakenUntilItsClientEnds(ClientFixture fixture) {
        Rowlock client = fixture.client();
        DistributedLock lock =
                client.lock(LockDefinition.of(fixture.name("dropped")).withLease(LEASE));

        awaitCollected(fixture, drop(lock));

        DistributedLock others = fixture.client().lock(lock.definition().name());
        fixture.await().until(() -> {
            LockStatus status = client.admin().find(others.definition().name()).orElseThrow();
            return status.asOf().isAfter(status.since().plus(BEYOND_LEASE));
        });
        assertThat(others.tryAcquire()).isEmpty();
        client.close();
        fixture.await()
                .until(() -> others.tryAcquire().map(ClientFixture::closed).orElse(false));
    }

    @Promise
    default void aHoldThatNobodyClosesEndsAfterItsLongestTime(ClientFixture fixture) {
        DistributedLock lock = fixture.client()
                .lock(LockDefinition.of(fixture.name("bounded")).withLongestHold(Duration.ofSeconds(3)));

        awaitCollected(fixture, drop(lock));

        DistributedLock others = fixture.client().lock(lock.definition().name());
        fixture.await()
                .until(() -> others.tryAcquire().map(ClientFixture::closed).orElse(false));
    }

    /** The action for its loss runs although nobody has the hold any more. */
    @Promise
    default void theLossOfAHoldThatIsGarbageIsTold(ClientFixture fixture) {
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        DistributedLock lock = fixture.client().lock(fixture.name("watched"));
        long token = dropWatched(lock, told);

        awaitCollected(fixture, new WeakReference<>(new Object()));
        fixture.client().admin().revokeNow(lock.definition().name(), token);

        assertThat(told).succeedsWithin(90, TimeUnit.SECONDS);
    }

    private static WeakReference<?> drop(DistributedLock lock) {
        return new WeakReference<>(lock.acquire());
    }

    private static long dropWatched(DistributedLock lock, CompletableFuture<Boolean> told) {
        Hold hold = lock.acquire();
        hold.onLost(() -> told.complete(true));
        return hold.token();
    }

    private static void awaitCollected(ClientFixture fixture, WeakReference<?> garbage) {
        ConditionFactory collecting = fixture.await().pollInterval(BETWEEN_COLLECTIONS);
        collecting.until(() -> {
            System.gc();
            return garbage.get() == null;
        });
    }
}
