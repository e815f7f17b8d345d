package io.rowlock.internal.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.dispatch.ScriptedStore.Step;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.table.NoGuards;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.ManualTicker;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** A statement that got no answer, of a claim that was granted by a repeat, arrives after the release. */
class LateClaimTest {
    private static final String NAME = "late";
    private static final Duration CALL_TIMEOUT = Duration.ofMillis(500);
    private static final Settings SETTINGS = new Settings("node", CALL_TIMEOUT, List.of(), HoldKind.LEASE);

    /** As after a step back of the database's clock: the client's own time has long passed the latest moment of the claim. */
    @Test
    void itIsReleasedUntilTheDatabasesOwnClockSaysThatItIsTooLate() {
        ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
        database.script(NAME, List.of(Step.UNKNOWN_NOT_DONE), () -> {}, 0);
        try (Client client = Client.start(() -> new ScriptedStore(database), new NoGuards(), SETTINGS, 0)) {
            LockDefinition lock = LockDefinition.of(NAME).withLease(Duration.ofMinutes(10));
            Hold hold = client.lock(lock).acquire();
            String id = database.holders().get(NAME);
            long start = System.nanoTime();
            hold.close();

            await("the latest moment by the client's clock")
                    .until(() -> System.nanoTime() - start
                            > LateClaim.validity(CALL_TIMEOUT).multipliedBy(2).toNanos());
            database.grantLate(NAME, id);
            await("its release").until(() -> database.holders().isEmpty());
            assertThat(client.context().releaser().isIdle()).isFalse();

            // A grant whose commit waited becomes visible after the latest moment; only then the claim is settled.
            database.setNow(Duration.ofMinutes(1).toMillis() * 1_000);
            database.grantLate(NAME, id);
            await("its second release").until(() -> database.holders().isEmpty());
            await("the end of the releases")
                    .until(() -> client.context().releaser().isIdle());
        }
    }

    /** Its own release has found nothing yet; that of the other lock, in the same round, says nothing about it. */
    @Test
    void aClaimThatWasLostIsNotSettledByAReleaseOfOthers() {
        ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
        database.setNow(Duration.ofMinutes(1).toMillis() * 1_000);
        ManualTicker ticker = new ManualTicker();
        try (StoreExecutor executor =
                new StoreExecutor(() -> new ScriptedStore(database), ticker, HoldKind.LEASE, new LogThread())) {
            Releaser releaser = new Releaser(
                    executor, ticker, CALL_TIMEOUT, grant -> false, grant -> false, () -> {}, new LogThread());
            Claim claim = claim(NAME, "late-id");
            Claim other = claim("other", "other-id");
            database.grantLate("other", other.requestId());
            releaser.granted(LateClaim.of(claim, ticker.nanos(), CALL_TIMEOUT));

            releaser.lost(new Grant(claim.key(), 1, claim.requestId()), 0);
            releaser.release(
                    new Grant(other.key(), 1, other.requestId()), Duration.ofMinutes(1), outcome -> {}, () -> {});
            ticker.pass(LateClaim.validity(CALL_TIMEOUT).multipliedBy(3));
            releaser.sendDue(ticker.nanos());
            await("the first round")
                    .until(() -> !executor.isBusy() && database.holders().isEmpty());
            assertThat(releaser.unsettled()).extracting(Grant::requestId).containsExactly("late-id");

            // The commit of the late grant has ended.
            database.grantLate(NAME, claim.requestId());
            ticker.pass(Duration.ofMinutes(1));
            releaser.sendDue(ticker.nanos());
            await("its release").until(releaser::isIdle);
            assertThat(database.holders()).isEmpty();
        }
    }

    /** After a step back of the database's clock the first statement may be granted at any time, however long the hold lasted. */
    @Test
    void aClaimIsReleasedUntilTheDatabaseSaysThatItIsTooLateHoweverLongItsGrantWasHeld() {
        ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
        ManualTicker ticker = new ManualTicker();
        try (StoreExecutor executor =
                new StoreExecutor(() -> new ScriptedStore(database), ticker, HoldKind.LEASE, new LogThread())) {
            Releaser releaser = new Releaser(
                    executor, ticker, CALL_TIMEOUT, grant -> false, grant -> false, () -> {}, new LogThread());
            Claim claim = claim(NAME, "late-id");
            Grant grant = new Grant(claim.key(), 1, claim.requestId());
            releaser.granted(LateClaim.of(claim, ticker.nanos(), CALL_TIMEOUT));
            ticker.pass(Duration.ofHours(1));
            releaser.granted(LateClaim.of(claim("other", "other-id"), ticker.nanos(), CALL_TIMEOUT));
            releaser.ended(grant);

            for (int late = 0; late < 3; late++) {
                database.grantLate(NAME, claim.requestId());
                releaser.sendDue(ticker.nanos());
                await("its release")
                        .until(() -> !executor.isBusy() && database.holders().isEmpty());
                assertThat(releaser.isIdle()).as("after release %s", late + 1).isFalse();
                ticker.pass(Duration.ofHours(1));
            }

            database.setNow(Duration.ofMinutes(1).toMillis() * 1_000);
            releaser.sendDue(ticker.nanos());
            await("the reading of the clock").until(() -> !executor.isBusy());
            ticker.pass(Duration.ofHours(1));
            await("the end of the releases").until(() -> {
                releaser.sendDue(ticker.nanos());
                return releaser.isIdle();
            });
        }
    }

    private static Claim claim(String name, String id) {
        Terms terms = new Terms(Duration.ofMinutes(10), Duration.ofSeconds(10));
        return new Claim(LockKey.of(name), id, terms, Duration.ZERO, "node", 0);
    }

    private static ConditionFactory await(String condition) {
        return Awaitility.await(condition).atMost(Duration.ofSeconds(30));
    }
}
