package io.rowlock.engines.fault.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowlock.LockKey;
import io.rowlock.TableName;
import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.internal.jdbc.JdbcStores;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Statements that arrive twice, or late: a network may deliver an acquire that everybody has given up. Replayed here
 * through the store, word for word. S1, S6, S8.
 */
public interface DuplicateContract extends FaultContract {

    /** The terms of all claims here. */
    Terms TERMS = new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1));

    @Test
    default void anAcquireThatArrivesTwiceIsOneGrant(FaultFixture fixture) {
        try (LockStore store = store(fixture)) {
            Claim claim = claim(fixture, until(store, fixture, Duration.ofMinutes(1)));
            AcquireResult first = one(store, claim);
            assertThat(first).isInstanceOf(Granted.class);
            assertThat(one(store, claim)).isEqualTo(first);
            assertThat(store.find(claim.key()).rows().get(0).counts().grants()).isOne();
            assertThat(release(store, claim)).isEqualTo(GrantOutcome.DONE);
        }
    }

    /**
     * The commit of the first may be on this server alone, and only a commit that writes waits for the others. H2 has no others.
     */
    @Test
    default void anAcquireThatFindsItsOwnGrantIsConfirmedByAWrite(FaultFixture fixture) {
        assumeFalse(engine().jdbcUrl().startsWith("jdbc:h2:"), "H2 has no standbys");
        try (LockStore store = store(fixture)) {
            Claim claim = claim(fixture, until(store, fixture, Duration.ofMinutes(1)));
            assertThat(one(store, claim)).isInstanceOf(Granted.class);
            assertThat(store.find(claim.key()).rows().get(0).counts().renewals())
                    .isZero();
            assertThat(one(store, claim)).isInstanceOf(Granted.class);
            assertThat(store.find(claim.key()).rows().get(0).counts().renewals())
                    .isOne();
            assertThat(release(store, claim)).isEqualTo(GrantOutcome.DONE);
        }
    }

    @Test
    default void anAcquireThatArrivesAgainAfterItsReleaseWinsNothing(FaultFixture fixture) {
        try (LockStore store = store(fixture)) {
            Claim claim = claim(fixture, until(store, fixture, Duration.ofMinutes(1)));
            assertThat(one(store, claim)).isInstanceOf(Granted.class);
            assertThat(release(store, claim)).isEqualTo(GrantOutcome.DONE);

            assertThat(one(store, claim)).isInstanceOf(Busy.class);
            assertThat(store.find(claim.key()).rows().get(0).requestId()).isNull();
            assertThat(release(store, claim)).as("the release, sent again").isEqualTo(GrantOutcome.DONE);
        }
    }

    /** The tombstone of its release is overwritten by then; only its own last moment keeps it out. */
    @Test
    default void anAcquireThatArrivesAfterItsLastMomentWinsNothing(FaultFixture fixture) {
        try (LockStore store = store(fixture)) {
            Claim claim = claim(fixture, until(store, fixture, Duration.ofSeconds(1)));
            assertThat(one(store, claim)).isInstanceOf(Granted.class);
            assertThat(release(store, claim)).isEqualTo(GrantOutcome.DONE);
            Claim other = claim(fixture, until(store, fixture, Duration.ofMinutes(1)));
            assertThat(one(store, other)).isInstanceOf(Granted.class);
            assertThat(release(store, other)).isEqualTo(GrantOutcome.DONE);

            fixture.await("its last moment").until(() -> store.find(claim.key()).now() > claim.notAfter());
            assertThat(one(store, claim))
                    .isInstanceOfSatisfying(
                            Busy.class,
                            rejected -> assertThat(rejected.isTooLate(claim)).isTrue());
            assertThat(store.find(claim.key()).rows().get(0).requestId()).isNull();
        }
    }

    @Test
    default void theFirstAcquireOfANameThatArrivesAfterItsLastMomentMakesNoRow(FaultFixture fixture) {
        try (LockStore store = store(fixture)) {
            Claim claim = claim(fixture, until(store, fixture, Duration.ofSeconds(-1)));
            assertThat(one(store, claim)).isInstanceOf(Busy.class);
            assertThat(store.find(claim.key()).rows()).isEmpty();
        }
    }

    /** Its lease has ended: granting it again would be a second grant. */
    @Test
    default void anAcquireThatArrivesAgainAfterItsLeaseHasEndedIsNotRevived(FaultFixture fixture) {
        try (LockStore store = store(fixture)) {
            Claim claim = new Claim(
                    LockKey.of(fixture.name()),
                    request(),
                    new Terms(Duration.ofMillis(50), Duration.ofMillis(50)),
                    Duration.ZERO,
                    "late",
                    until(store, fixture, Duration.ofMinutes(1)));
            assertThat(one(store, claim)).isInstanceOf(Granted.class);
            fixture.await("its end")
                    .until(() -> store.find(claim.key()).now()
                            > store.find(claim.key()).rows().get(0).freeAt());

            assertThat(one(store, claim)).isInstanceOf(Busy.class);
            assertThat(store.find(claim.key()).rows().get(0).counts().grants()).isOne();
        }
    }

    @Test
    default void aReleaseThatArrivesLateTouchesOnlyItsOwnGrant(FaultFixture fixture) {
        try (LockStore store = store(fixture)) {
            Claim first = claim(fixture, until(store, fixture, Duration.ofMinutes(1)));
            assertThat(one(store, first)).isInstanceOf(Granted.class);
            assertThat(release(store, first)).isEqualTo(GrantOutcome.DONE);
            Claim second = claim(fixture, until(store, fixture, Duration.ofMinutes(1)));
            assertThat(one(store, second)).isInstanceOf(Granted.class);

            assertThat(release(store, first)).isNotEqualTo(GrantOutcome.ROW_LOCKED);
            assertThat(store.find(second.key()).rows().get(0).requestId()).isEqualTo(second.requestId());
            assertThat(release(store, second)).isEqualTo(GrantOutcome.DONE);
        }
    }

    private LockStore store(FaultFixture fixture) {
        return JdbcStores.open(engine().dataSource(), TableName.of(fixture.table()), true, FaultFixture.PATIENCE)
                .get();
    }

    private static Claim claim(FaultFixture fixture, long notAfter) {
        return new Claim(LockKey.of(fixture.name()), request(), TERMS, Duration.ZERO, "replayed", notAfter);
    }

    private static String request() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    private static long until(LockStore store, FaultFixture fixture, Duration ahead) {
        long now = store.find(LockKey.of(fixture.name())).now();
        return ahead.isNegative() ? now - Micros.of(ahead.negated()) : now + Micros.of(ahead);
    }

    private static AcquireResult one(LockStore store, Claim claim) {
        return store.acquire(List.of(claim)).get(0);
    }

    private static GrantOutcome release(LockStore store, Claim claim) {
        return store.release(List.of(new Grant(claim.key(), Grant.UNKNOWN_TOKEN, claim.requestId())))
                .get(0);
    }
}
