package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.AnyDatabaseContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code onLost} runs on a thread of Rowlock's, once, also when registered late, never after the end of the hold. */
public interface LossContract extends AnyDatabaseContract {

    @Promise
    default void everyActionRunsOnceOnAThreadOfRowlocksAlsoAfterOneThatThrows(ClientFixture fixture) {
        Hold hold = fixture.client().lock(unrenewed(fixture, "lost")).acquire();
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<String> thread = new CompletableFuture<>();
        hold.onLost(runs::incrementAndGet);
        hold.onLost(() -> {
            throw new IllegalStateException("an action that fails");
        });
        hold.onLost(() -> thread.complete(Thread.currentThread().getName()));

        assertThat(thread).succeedsWithin(30, TimeUnit.SECONDS).asString().startsWith("rowlock-");

        CompletableFuture<String> late = new CompletableFuture<>();
        hold.onLost(() -> late.complete(Thread.currentThread().getName()));
        assertThat(late).succeedsWithin(30, TimeUnit.SECONDS).asString().startsWith("rowlock-");
        fixture.await().untilAsserted(() -> assertThat(runs).hasValue(1));
    }

    /** The witness is lost later than the others would be, so what was to run has run by then. */
    @Promise
    default void nothingRunsAfterAReleaseOrADetach(ClientFixture fixture) {
        Rowlock client = fixture.client();
        AtomicBoolean ran = new AtomicBoolean();
        Hold released = client.lock(unrenewed(fixture, "released")).acquire();
        released.onLost(() -> ran.set(true));
        released.close();
        Hold detached = client.lock(unrenewed(fixture, "detached")).acquire();
        detached.onLost(() -> ran.set(true));
        detached.detach();

        CompletableFuture<Boolean> witness = new CompletableFuture<>();
        client.lock(unrenewed(fixture, "witness")).acquire().onLost(() -> witness.complete(true));
        assertThat(witness).succeedsWithin(30, TimeUnit.SECONDS);

        released.onLost(() -> ran.set(true));
        detached.onLost(() -> ran.set(true));
        assertThat(ran).isFalse();
    }

    @Promise
    default void checkIsTrueWhileTheGrantStands(ClientFixture fixture) {
        try (Hold hold = fixture.client().lock(fixture.name("standing")).acquire()) {
            assertThat(hold.check()).isTrue();
            assertThat(hold.isHeld()).isTrue();
        }
    }

    @Promise
    default void checkFindsALossAndTellsOfIt(ClientFixture fixture) {
        String name = fixture.name("revoked");
        Rowlock client = fixture.client();
        CompletableFuture<String> told = new CompletableFuture<>();
        Hold hold = client.lock(name).acquire();
        hold.onLost(() -> told.complete(Thread.currentThread().getName()));
        fixture.client().admin().revokeNow(name, hold.token());

        assertThat(hold.check()).isFalse();

        assertThat(hold.isHeld()).isFalse();
        assertThat(told).succeedsWithin(30, TimeUnit.SECONDS).asString().startsWith("rowlock-");
    }

    @Promise
    default void oneHoldsLossLeavesTheOthersOfTheClientAlone(ClientFixture fixture) {
        Rowlock client = fixture.client();
        AtomicBoolean otherLost = new AtomicBoolean();
        CompletableFuture<Boolean> told = new CompletableFuture<>();

        try (Hold other = client.lock(fixture.name("other")).acquire()) {
            other.onLost(() -> otherLost.set(true));
            client.lock(unrenewed(fixture, "lost")).acquire().onLost(() -> told.complete(true));

            assertThat(told).succeedsWithin(30, TimeUnit.SECONDS);
            assertThat(other.isHeld()).isTrue();
            assertThat(otherLost).isFalse();
        }
    }

    private static LockDefinition unrenewed(ClientFixture fixture, String purpose) {
        return LockDefinition.of(fixture.name(purpose))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
    }
}
