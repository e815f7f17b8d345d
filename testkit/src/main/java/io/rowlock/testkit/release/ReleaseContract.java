package io.rowlock.testkit.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.Revocation;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.control.StoredLocks.RowLock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.lease.SessionContract;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code release()} says whether the lock was held until then, {@code release(keepFor)} leaves it taken for a while. */
public interface ReleaseContract extends ClientContract {

    Duration LONG = Duration.ofMinutes(10);

    @Promise
    default void aReleaseConfirmsThatTheLockWasHeldUntilThenOnce(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("released"));
        Hold hold = lock.acquire();

        assertThat(hold.release()).isTrue();

        assertThat(hold.isHeld()).isFalse();
        try (Hold next = fixture.client().lock(lock.definition()).acquire()) {
            assertThat(hold.release()).isFalse();
            assertThat(hold.release(LONG)).isFalse();
            assertThat(next.check()).isTrue();
        }
        Hold closed = lock.acquire();
        closed.close();
        assertThat(closed.release()).isFalse();
        Hold detached = lock.acquire();
        var ticket = detached.detach();
        assertThat(detached.release()).isFalse();
        assertThat(fixture.client().resume(ticket).release()).isTrue();
    }

    @Promise
    default void aReleaseTellsOfALossThatNobodyHadNoticed(ClientFixture fixture) {
        String name = fixture.name("revoked");
        for (boolean keeping : List.of(false, true)) {
            Rowlock client = fixture.client();
            Hold stale = client.lock(name).acquire();
            client.admin().revokeNow(name, stale.token());
            try (Hold current = fixture.client().lock(name).acquire()) {
                var row = fixture.rows().row(name);
                assertThat(stale.isHeld()).as("it believes").isTrue();

                assertThat(keeping ? stale.release(LONG) : stale.release()).isFalse();

                assertThat(fixture.rows().row(name)).isEqualTo(row);
                assertThat(current.check()).isTrue();
            }
        }
    }

    @Promise
    default void aReleaseThatTheDatabaseDoesNotAnswerSaysSoAndGoesOn(ClientFixture fixture) {
        BreakableLink unreliable = fixture.unreliable();
        Rowlock client = fixture.clientOver(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(1)));
        String name = fixture.name("unanswered");
        for (boolean keeping : List.of(false, true)) {
            Hold hold = client.lock(name).acquire();
            unreliable.fail();

            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(() -> {
                        var unused = keeping ? hold.release(LONG) : hold.release();
                    })
                    .withMessageContaining(name)
                    .withMessageContaining(String.valueOf(hold.token()))
                    .withMessageContaining("in the background");
            assertThat(hold.isHeld()).isFalse();
            unreliable.heal();
            awaitState(fixture, name, keeping ? LockStatus.State.KEPT : LockStatus.State.FREE);
        }
        endKeepFor(fixture, name);
    }

    @Promise
    default void aReleaseDoesNotWaitForALockedRowAndIsDoneOnceItIsUnlocked(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("locked"));
        Hold hold = lock.acquire();
        try (RowLock open = fixture.rows().lockRow(lock.definition().name())) {
            assertThat(hold.release()).isTrue();
            assertThat(hold.isHeld()).isFalse();
            assertThat(open.isOpen()).isTrue();
        }
        awaitState(fixture, lock.definition().name(), LockStatus.State.FREE);
    }

    @Promise
    default void aReleaseThatKeepsTheLockIsConfirmedOnceALockedRowIsUnlocked(ClientFixture fixture) {
        String name = fixture.name("locked");
        Hold hold = fixture.client(settings -> settings.callTimeout(Duration.ofMinutes(1)))
                .lock(name)
                .acquire();
        CompletableFuture<Boolean> released;
        try (RowLock open = fixture.rows().lockRow(name)) {
            released = fixture.crew().async(() -> hold.release(LONG));
            fixture.await().until(() -> !hold.isHeld());
            assertThat(open.isOpen()).isTrue();
        }
        assertThat(released).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(true);
        awaitState(fixture, name, LockStatus.State.KEPT);
        endKeepFor(fixture, name);
    }

    @Promise
    default void aReleaseThatKeepsTheLockWaitsNoLongerThanACallMayTakeAndGoesOn(ClientFixture fixture) {
        String name = fixture.name("locked");
        Hold hold = fixture.client(settings -> settings.callTimeout(Duration.ofSeconds(1)))
                .lock(name)
                .acquire();
        try (RowLock open = fixture.rows().lockRow(name)) {
            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(() -> {
                        var unused = hold.release(LONG);
                    })
                    .withMessageContaining(name)
                    .withMessageContaining("an open transaction has its row locked")
                    .withMessageContaining("in the background");
            assertThat(open.isOpen()).isTrue();
        }
        awaitState(fixture, name, LockStatus.State.KEPT);
        endKeepFor(fixture, name);
    }

    /** The closing client sends once more a release that the releaser has not finished. */
    @Promise
    default void aClientThatClosesFinishesAReleaseThatKeepsTheLock(ClientFixture fixture) {
        Rowlock client = fixture.client(settings -> settings.callTimeout(Duration.ofSeconds(1)));
        String name = fixture.name("locked");
        Hold hold = client.lock(name).acquire();
        try (RowLock open = fixture.rows().lockRow(name)) {
            assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> {
                var unused = hold.release(LONG);
            });
            assertThat(open.isOpen()).isTrue();
        }
        client.close();

        assertThat(fixture.client().lock(name).tryAcquire()).isEmpty();
        awaitState(fixture, name, LockStatus.State.KEPT);
        endKeepFor(fixture, name);
    }

    @Promise
    default void aReleasedLockStaysTakenForSoLongFromTheReleaseOn(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("nightly"));
        String name = lock.definition().name();
        Hold hold = lock.acquire();

        assertThat(hold.release(Duration.ofMillis(1_500))).isTrue();

        long keptUntil = fixture.rows().number(name, "keep_until_us");
        assertThat(keptUntil - fixture.rows().number(name, "expires_us"))
                .as("from its release on")
                .isGreaterThanOrEqualTo(1_500_000);
        assertThat(fixture.rows().row(name).get("released_request"))
                .as("the trace that a release leaves")
                .hasSize(32);
        assertThat(hold.isHeld()).isFalse();
        try (Hold next = fixture.client().lock(name).acquire(Duration.ofSeconds(30))) {
            assertThat(fixture.rows().number(name, "acquired_us")).isGreaterThanOrEqualTo(keptUntil);
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }

    @Promise
    default void aLockThatIsKeptByItsReleaseIsShownAndCanBeRevoked(ClientFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("nightly");
        for (boolean now : List.of(false, true)) {
            Hold hold = client.lock(name).acquire();
            assertThat(hold.release(LONG)).isTrue();

            assertThat(client.lock(name).tryAcquire()).isEmpty();
            assertThat(fixture.client().lock(name).tryAcquire()).isEmpty();
            awaitState(fixture, name, LockStatus.State.KEPT);
            assertThat(
                            now
                                    ? client.admin().revokeNow(name, hold.token())
                                    : client.admin().revoke(name, hold.token()))
                    .isInstanceOf(Revocation.Revoked.class);
            assertThat(client.lock(name).tryAcquire())
                    .hasValueSatisfying(
                            next -> assertThat(ClientFixture.closed(next)).isTrue());
        }
    }

    @Promise
    default void theLongerKeepForCountsAndNoneIsNone(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition kept = LockDefinition.of(fixture.name("longer")).withKeepFor(LONG);
        Hold hold = client.lock(kept).acquire();
        long keptUntil = fixture.rows().number(kept.name(), "keep_until_us");

        assertThat(hold.release(Duration.ofSeconds(1))).isTrue();
        assertThat(fixture.rows().number(kept.name(), "keep_until_us")).isEqualTo(keptUntil);
        endKeepFor(fixture, kept.name());

        String name = fixture.name("none");
        assertThat(client.lock(name).acquire().release(Duration.ZERO)).isTrue();
        assertThat(fixture.rows().number(name, "keep_until_us")).isZero();
    }

    @Promise
    default void aKeepForOutOfBoundsIsRejectedAndReleasesNothing(ClientFixture fixture) {
        try (Hold hold = fixture.client().lock(fixture.name("bounds")).acquire()) {
            for (Duration keepFor :
                    List.of(Duration.ofSeconds(-1), Duration.ofHours(24).plusMillis(1))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> {
                            var unused = hold.release(keepFor);
                        })
                        .withMessageContaining(hold.key().name());
            }
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void aHoldOfASessionIsReleasedAndKeptToo(ClientFixture fixture) {
        Rowlock client = fixture.client();
        List<Hold> holds = SessionContract.holds(client, fixture.name("session"), 2);
        String session = SessionContract.awaitKept(fixture, holds);

        assertThat(holds.get(0).release()).isTrue();
        assertThat(holds.get(1).release(LONG)).isTrue();

        assertThat(fixture.rows().locksOf(session)).isEmpty();
        awaitState(fixture, holds.get(0).key().name(), LockStatus.State.FREE);
        client.close();
        awaitState(fixture, holds.get(1).key().name(), LockStatus.State.KEPT);
        endKeepFor(fixture, holds.get(1).key().name());
    }

    @Promise
    default void aReleaseThatPassesTheLockOnConfirmsTooAndOneThatKeepsItDoesNotPassItOn(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition definition =
                LockDefinition.of(fixture.name("passed")).withLocalHandOffs(5).withWait(Duration.ofMinutes(1));
        Hold first = client.lock(definition).acquire();
        CompletableFuture<Hold> second = client.lock(definition).acquireAsync().toCompletableFuture();
        int before = fixture.handOffs();

        assertThat(first.release()).isTrue();

        assertThat(second).succeedsWithin(30, TimeUnit.SECONDS);
        assertThat(fixture.handOffs() - before).isOne();
        CompletableFuture<Hold> third = client.lock(definition).acquireAsync().toCompletableFuture();
        assertThat(second.join().release(LONG)).isTrue();
        assertThat(fixture.handOffs() - before).isOne();
        awaitState(fixture, definition.name(), LockStatus.State.KEPT);
        endKeepFor(fixture, definition.name());
        assertThat(third).succeedsWithin(30, TimeUnit.SECONDS);
        third.join().close();
    }

    @Promise
    default void afterItsClientWasClosedAHoldIsOver(ClientFixture fixture) {
        Rowlock client = fixture.client();
        Hold hold = client.lock(fixture.name("closed")).acquire();
        client.close();

        assertThat(hold.release()).isFalse();
        assertThat(hold.release(LONG)).isFalse();
        assertThat(fixture.client().lock(hold.key().name()).tryAcquire()).isPresent();
    }

    private static void awaitState(ClientFixture fixture, String name, LockStatus.State state) {
        Rowlock observer = fixture.client();
        fixture.await().until(() -> observer.admin().find(name).orElseThrow().state() == state);
    }

    private static void endKeepFor(ClientFixture fixture, String name) {
        fixture.client().admin().revokeNow(name, fixture.rows().number(name, "token"));
    }
}
