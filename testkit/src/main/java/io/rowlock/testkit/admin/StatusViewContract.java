package io.rowlock.testkit.admin;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockSchema;
import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The view shows, in plain SQL, what {@code admin()} shows; locks work without it. */
public interface StatusViewContract extends Contract {

    @Promise
    default void theViewAgreesWithTheAdministratorInEveryState(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        Rowlock client = fixture.client(settings -> settings.owner("day shift \ud83d\ude00"));
        Map<String, State> states = everyState(fixture, client);

        Map<String, StatusRow> shown = StatusRow.all(fixture).stream().collect(toMap(StatusRow::name, row -> row));
        List<LockStatus> told = client.admin().allLocks();

        assertThat(told).extracting(LockStatus::name).containsExactlyInAnyOrderElementsOf(states.keySet());
        assertThat(shown).hasSameSizeAs(told);
        assertThat(told).allSatisfy(status -> {
            assertThat(status.state()).isEqualTo(states.get(status.name()));
            assertSame(Objects.requireNonNull(shown.get(status.name())), status);
        });
        client.admin().locks().forEach(held -> client.admin().revokeNow(held.name(), held.token()));
    }

    /** Makes a lock for each state, and for the ways to it that differ in the row. */
    private static Map<String, State> everyState(ContractFixture fixture, Rowlock client) {
        Duration long_ = Duration.ofMinutes(10);
        Hold renewed = acquire(client, "held-and-kept", long_);
        renewed.renew();
        acquire(client, "held", Duration.ZERO);
        acquire(client, "released", Duration.ZERO).close();
        acquire(client, "released-and-kept", long_).close();
        expire(fixture, acquire(client, "expired", Duration.ZERO));
        expire(fixture, acquire(client, "expired-and-kept", long_));
        revoke(client, acquire(client, "revoked", Duration.ZERO));
        Hold over = acquire(client, "revoked-and-over", Duration.ZERO);
        revoke(client, over);
        expire(fixture, over);
        Hold now = acquire(client, "revoked-now", long_);
        client.admin().revokeNow(now.key().name(), now.token());
        return Map.of(
                "held", State.HELD,
                "held-and-kept", State.HELD,
                "released", State.FREE,
                "released-and-kept", State.KEPT,
                "expired", State.EXPIRED,
                "expired-and-kept", State.KEPT,
                "revoked", State.REVOKED,
                "revoked-and-over", State.FREE,
                "revoked-now", State.FREE);
    }

    private static Hold acquire(Rowlock client, String name, Duration keepFor) {
        return client.lock(LockDefinition.of(name).withKeepFor(keepFor).withRenewal(false))
                .acquire();
    }

    private static void expire(ContractFixture fixture, Hold hold) {
        fixture.rows().postponeExpiry(hold.key().name(), Duration.ofMinutes(-5));
    }

    private static void revoke(Rowlock client, Hold hold) {
        client.admin().revoke(hold.key().name(), hold.token());
    }

    private static void assertSame(StatusRow shown, LockStatus told) {
        assertThat(shown.state()).isEqualTo(told.state().name());
        assertThat(shown.slot()).isZero();
        assertThat(shown.owner()).isEqualTo(told.owner());
        assertThat(shown.token()).isEqualTo(told.token());
        assertThat(shown.acquiredAt().toInstant(ZoneOffset.UTC)).isEqualTo(told.since());
        assertThat(shown.expiresAt().toInstant(ZoneOffset.UTC)).isEqualTo(told.until());
        assertThat(shown.renewals()).isEqualTo(told.renewals());
        assertThat(shown.grants()).isEqualTo(told.grants());
        Duration left = Duration.between(told.asOf(), told.until());
        boolean counts = told.state() != State.FREE && !left.isNegative();
        assertThat(shown.remainingSeconds())
                .isCloseTo(counts ? left.toMillis() / 1_000.0 : 0, within(counts ? 20.0 : 0.0));
        assertThat(shown.freeAt().isPresent()).isEqualTo(told.state() != State.FREE);
        shown.freeAt()
                .ifPresent(free -> assertThat(free.toInstant(ZoneOffset.UTC)).isAfterOrEqualTo(told.until()));
    }

    @Promise
    default void aHeldLockIsFreeOneGraceAfterItsLease(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        Rowlock client = fixture.client();
        try (Hold hold = client.lock("counted").acquire()) {
            StatusRow shown = StatusRow.all(fixture).get(0);

            assertThat(hold.isHeld()).isTrue();
            assertThat(Duration.between(shown.acquiredAt(), shown.expiresAt())).isEqualTo(LockDefinition.DEFAULT_LEASE);
            assertThat(Duration.between(shown.expiresAt(), shown.freeAt().orElseThrow()))
                    .isEqualTo(LockDefinition.of("counted").grace());
        }
    }

    @Promise
    default void theViewShowsNoSecret(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        Rowlock client = fixture.client();
        client.lock("seen").acquire().close();

        assertThat(StatusRow.columns(fixture))
                .containsExactly(
                        "name",
                        "slot",
                        "kind",
                        "state",
                        "owner",
                        "token",
                        "acquired_at",
                        "expires_at",
                        "free_at",
                        "remaining_seconds",
                        "renewals",
                        "grants");
    }

    @Promise
    default void aViewThatCannotBeCreatedDoesNotKeepLocksFromStarting(ContractFixture fixture) {
        fixture.useOwnTable();
        String occupied = fixture.table() + "_status";
        fixture.run(List.of("CREATE TABLE " + occupied + " (some_other INT)"));

        Rowlock client = fixture.client();

        assertThat(client.lock("works").tryAcquire().map(ContractFixture::closed))
                .contains(true);
        fixture.run(List.of("DROP TABLE " + occupied));
    }

    @Promise
    default void anExistingTableWithoutTheViewIsFineAndIsLeftAsItIs(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.run(LockSchema.statements(fixture.database(), fixture.table()).stream()
                .filter(statement -> !statement.contains("VIEW"))
                .toList());

        Rowlock client = fixture.client();

        assertThat(client.lock("works").tryAcquire().map(ContractFixture::closed))
                .contains(true);
        assertThat(StatusRow.isThere(fixture)).isFalse();
    }

    @Promise
    default void aTableNameThatLeavesNoRoomForTheViewsHasNone(ContractFixture fixture) {
        String longest = "t".repeat(63);
        assertThat(LockSchema.statements(fixture.database(), longest))
                .isNotEmpty()
                .noneMatch(statement -> statement.contains("VIEW"));
    }
}
