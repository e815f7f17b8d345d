package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.StalledClient;
import java.time.Duration;
import java.util.List;

/**
 * The database's clock is set back, or a standby takes over whose clock is behind. A lock that was given back is free all
 * the same, however far; only a lease, or a keep-for, lasts longer by as much.
 */
public interface ClockStepContract extends ClientContract {

    /** By how much the clock is set back. */
    Duration STEP = Duration.ofSeconds(10);

    @Promise
    default void aLockThatWasReleasedIsFreeThoughTheClockWasSetBack(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("released"));
        assertFreeAfterAStep(fixture, "created", lock::acquire);
        assertFreeAfterAStep(fixture, "taken", lock::acquire);
    }

    @Promise
    default void locksThatWereReleasedTogetherAreFreeThoughTheClockWasSetBack(ClientFixture fixture) {
        StalledClient stalled = new StalledClient(fixture);
        for (String round : List.of("created", "taken", "taken again")) {
            List<Hold> holds = stalled.through(
                    4,
                    number -> () -> stalled.client().lock(stalled.name(number)).acquire());
            stalled.through(4, number -> () -> ClientFixture.closed(holds.get(number)));
            holds.forEach(hold -> fixture.rows().advance(hold.key().name(), STEP));
            holds.forEach(hold -> assertFree(fixture, round, hold));
        }
    }

    @Promise
    default void aLockThatWasPassedOnIsFreeThoughTheClockWasSetBack(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("passed")).withLocalHandOffs(10);
        Rowlock client = fixture.client();
        assertFreeAfterAStep(fixture, "passed", () -> {
            Hold first = client.lock(definition).acquire();
            var next = fixture.crew().async(() -> client.lock(definition).acquire());
            fixture.awaitWaiters(client, definition.name(), 1);
            first.close();
            return next.join();
        });
    }

    /** The step must not end what was to be kept. */
    @Promise
    default void aKeepForLastsThoughTheClockWasSetBack(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("kept")).withKeepFor(Duration.ofMinutes(10));
        Rowlock client = fixture.client();
        Hold hold = client.lock(definition).acquire();
        hold.close();
        fixture.rows().advance(definition.name(), STEP);

        assertThat(client.lock(definition).tryAcquire()).isEmpty();
        assertThat(client.admin().find(definition.name()))
                .hasValueSatisfying(kept -> assertThat(kept.state()).isEqualTo(LockStatus.State.KEPT));
        client.admin().revokeNow(definition.name(), hold.token());
    }

    /** A way to get a hold. */
    @FunctionalInterface
    interface Way {
        Hold acquire();
    }

    private static void assertFreeAfterAStep(ClientFixture fixture, String how, Way way) {
        Hold hold = way.acquire();
        hold.close();
        fixture.rows().advance(hold.key().name(), STEP);
        assertFree(fixture, how, hold);
    }

    /** A lock that was given back is free for others. */
    static void assertFree(ClientFixture fixture, String how, Hold hold) {
        Rowlock other = fixture.client();
        String name = hold.key().name();
        assertThat(other.admin().find(name))
                .as(how)
                .hasValueSatisfying(row -> assertThat(row.state()).isEqualTo(LockStatus.State.FREE));
        try (Hold next = other.lock(name).tryAcquire().orElseThrow(() -> new AssertionError(how + ": not free"))) {
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }
}
