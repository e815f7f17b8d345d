package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A hold that is garbage is released, because nobody can close it any more; one that someone may still need is not. */
public interface DroppedHoldContract extends ClientContract {

    /** Each stops all threads, those of the tests beside this one, too. */
    Duration BETWEEN_COLLECTIONS = Duration.ofSeconds(1);

    @Promise
    default void aHoldThatNobodyClosedIsReleased(ClientFixture fixture) {
        Rowlock client = fixture.client();
        drop(client.lock(fixture.name("dropped")));

        awaitCollected(fixture, fixture.name("dropped"));

        dropStage(client.lock(fixture.name("stage")));
        awaitCollected(fixture, fixture.name("stage"));
    }

    /** The witness is dropped later than the others, so they would have been released when it is. */
    @Promise
    default void aHoldThatIsNeededIsNotReleased(ClientFixture fixture) {
        Rowlock client = fixture.client();
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        long watched = dropWatched(client.lock(fixture.name("watched")), told);
        LockTicket ticket = client.lock(fixture.name("detached")).acquire().detach();
        Hold kept = client.lock(fixture.name("kept")).acquire();

        client.lock(fixture.name("working")).run(() -> {
            drop(client.lock(fixture.name("witness")));
            awaitCollected(fixture, fixture.name("witness"));
            assertThat(fixture.client().lock(fixture.name("working")).tryAcquire())
                    .isEmpty();
        });

        assertThat(client.resume(ticket).release()).isTrue();
        assertThat(kept.check()).isTrue();
        kept.close();
        assertThat(told).isNotDone();
        assertThat(fixture.client().lock(fixture.name("watched")).tryAcquire()).isEmpty();
        fixture.client().admin().revokeNow(fixture.name("watched"), watched);
        assertThat(told).succeedsWithin(90, TimeUnit.SECONDS);
    }

    private static void drop(DistributedLock lock) {
        assertThat(lock.acquire().isHeld()).isTrue();
    }

    private static void dropStage(DistributedLock lock) {
        assertThat(lock.acquireAsync().toCompletableFuture())
                .succeedsWithin(30, TimeUnit.SECONDS)
                .matches(Hold::isHeld);
    }

    private static long dropWatched(DistributedLock lock, CompletableFuture<Boolean> told) {
        Hold hold = lock.acquire();
        hold.onLost(() -> told.complete(true));
        return hold.token();
    }

    private static void awaitCollected(ClientFixture fixture, String name) {
        DistributedLock lock = fixture.client().lock(name);
        fixture.await().pollInterval(BETWEEN_COLLECTIONS).until(() -> {
            System.gc();
            return lock.tryAcquire().map(ClientFixture::closed).orElse(false);
        });
    }
}
