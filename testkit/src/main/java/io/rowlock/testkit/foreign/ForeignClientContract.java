package io.rowlock.testkit.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.foreign.ForeignClient.Attempt;
import io.rowlock.testkit.foreign.ForeignClient.Held;
import io.rowlock.testkit.source.UnreliableDataSource;
import io.rowlock.testkit.sql.LockTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The statements of {@code docs/sql.md} are right: a client that follows it takes part as Rowlock's own do. */
public interface ForeignClientContract extends Contract {
    /** The lease of a lock that is meant to outlast the test. */
    long LONG_LEASE_MICROS = 30_000_000;

    /** The shortest lease that there may be. */
    long SHORT_LEASE_MICROS = 1_000_000;

    static ForeignClient foreigner(ContractFixture fixture) throws SQLException {
        return new ForeignClient(handbook(fixture), fixture.table(), fixture.source());
    }

    static Handbook handbook(ContractFixture fixture) {
        return Handbook.of(fixture.database().name().toLowerCase(Locale.ROOT));
    }

    @Promise
    default void theHandbookSaysHowToDoEverything(ContractFixture fixture) {
        assertThat(handbook(fixture).acts())
                .contains(
                        "protocol",
                        "clock",
                        "acquire",
                        "kept",
                        "end session",
                        "leave session",
                        "renew",
                        "check",
                        "release",
                        "guard",
                        "status",
                        "held")
                .contains("fenced update", "fenced insert", "pass", "passed");
    }

    @Promise
    default void aLockHeldByAForeignClientIsBusyAndSeen(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        Rowlock rowlock = fixture.client();
        try (ForeignClient foreigner = foreigner(fixture)) {
            Held held = foreigner
                    .acquire(foreigner.attempt("shared", LONG_LEASE_MICROS))
                    .orElseThrow();

            assertThat(rowlock.lock("shared").tryAcquire()).isEmpty();
            assertThat(rowlock.admin().find("shared"))
                    .hasValueSatisfying(status -> assertThat(status)
                            .returns(State.HELD, LockStatus::state)
                            .returns("another language", LockStatus::owner)
                            .returns(held.token(), LockStatus::token)
                            .returns(1L, LockStatus::grants));
            assertThat(foreigner.check(held)).isTrue();
            assertThat(foreigner.renew(held)).isTrue();
            assertThat(rowlock.admin().find("shared").map(LockStatus::renewals)).contains(1L);
            assertThat(foreigner.isShownAsHeld("shared", held.token())).isTrue();
            assertThat(foreigner.state()).contains("HELD");

            assertThat(foreigner.release(held)).isTrue();

            assertThat(foreigner.release(held)).isFalse();
            assertThat(foreigner.isShownAsHeld("shared", held.token())).isFalse();
            assertThat(foreigner.state()).contains("FREE");
            try (Hold hold = rowlock.lock("shared").tryAcquire().orElseThrow()) {
                assertThat(hold.token()).isGreaterThan(held.token());
                assertThat(foreigner.check(held)).isFalse();
                assertThat(foreigner.renew(held)).isFalse();
                assertThat(foreigner.release(held)).isFalse();
                assertThat(hold.check()).isTrue();
            }
        }
    }

    @Promise
    default void aLockHeldByRowlockIsBusyToAForeignClient(ContractFixture fixture) throws SQLException {
        String name = fixture.name("shared");
        Rowlock rowlock = fixture.client();
        try (ForeignClient foreigner = foreigner(fixture)) {
            Hold hold = rowlock.lock(name).acquire();
            assertThat(foreigner.acquire(foreigner.attempt(name, LONG_LEASE_MICROS)))
                    .isEmpty();
            assertThat(hold.check()).isTrue();
            hold.close();

            Held held = foreigner
                    .acquire(foreigner.attempt(name, LONG_LEASE_MICROS))
                    .orElseThrow();
            assertThat(held.token()).isGreaterThan(hold.token());
            assertThat(foreigner.release(held)).isTrue();
        }
    }

    @Promise
    default void rowlockTakesOverWhatAForeignerLetExpire(ContractFixture fixture) throws SQLException {
        String name = fixture.name("abandoned");
        Rowlock rowlock = fixture.client();
        try (ForeignClient foreigner = foreigner(fixture)) {
            Held held = foreigner
                    .acquire(foreigner.attempt(name, SHORT_LEASE_MICROS))
                    .orElseThrow();
            assertThat(rowlock.lock(name).tryAcquire()).isEmpty();

            try (Hold hold = rowlock.lock(name).acquire(Duration.ofSeconds(30))) {
                assertThat(hold.token()).isGreaterThan(held.token() + 2 * SHORT_LEASE_MICROS);
                assertThat(foreigner.renew(held)).isFalse();
                assertThat(foreigner.check(held)).isFalse();
                assertThat(foreigner.release(held)).isFalse();
                assertThat(hold.check()).isTrue();
            }
        }
    }

    @Promise
    default void aForeignerTakesOverWhatRowlockLetExpire(ContractFixture fixture) throws SQLException {
        LockDefinition definition = LockDefinition.of(fixture.name("abandoned"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        Rowlock rowlock = fixture.client();
        try (ForeignClient foreigner = foreigner(fixture)) {
            Hold hold = rowlock.lock(definition).acquire();
            Held held = fixture.await()
                    .until(
                            () -> foreigner.acquire(foreigner.attempt(definition.name(), LONG_LEASE_MICROS)),
                            Optional::isPresent)
                    .orElseThrow();

            assertThat(hold.isHeld()).isFalse();
            assertThat(held.token()).isGreaterThan(hold.token() + 2 * SHORT_LEASE_MICROS);
            assertThat(foreigner.release(held)).isTrue();
        }
    }

    @Promise
    default void aForeignerTakesWhatASessionKeptOnlyOnceThatIsDead(ContractFixture fixture) throws SQLException {
        LockDefinition definition = LockDefinition.of(fixture.name("kept")).withLease(LockDefinition.MIN_LEASE);
        UnreliableDataSource unreliable = fixture.unreliable();
        Hold hold = fixture.client(unreliable).lock(definition).acquire();
        fixture.await().until(() -> fixture.rows().sessionOf(definition.name()).isPresent());
        String session = fixture.rows().sessionOf(definition.name()).orElseThrow();
        try (ForeignClient foreigner = foreigner(fixture)) {
            long own = fixture.rows().number(definition.name(), "expires_us");
            fixture.await().until(() -> foreigner.now() > own + 2 * SHORT_LEASE_MICROS);
            assertThat(foreigner.acquire(foreigner.attempt(definition.name(), LONG_LEASE_MICROS)))
                    .isEmpty();
            assertThat(foreigner.isShownAsHeld(definition.name(), hold.token())).isTrue();
            assertThat(hold.isHeld()).isTrue();
            unreliable.fail();

            Held held = fixture.await()
                    .until(
                            () -> foreigner.acquire(foreigner.attempt(definition.name(), LONG_LEASE_MICROS)),
                            Optional::isPresent)
                    .orElseThrow();

            assertThat(hold.isHeld()).isFalse();
            assertThat(held.token()).isGreaterThan(hold.token());
            assertThat(fixture.rows().sessionLives(session)).isFalse();
            assertThat(foreigner.release(held)).isTrue();
        }
    }

    @Promise
    default void aForeignersRepeatIsGrantedOnceAndNeverAfterItsRelease(ContractFixture fixture) throws SQLException {
        String name = fixture.name("repeated");
        fixture.client();
        try (ForeignClient foreigner = foreigner(fixture)) {
            for (int round = 0; round < 2; round++) {
                Attempt attempt = foreigner.attempt(name, LONG_LEASE_MICROS);
                Held held = foreigner.acquire(attempt).orElseThrow();
                assertThat(foreigner.acquire(attempt)).contains(held);
                assertThat(foreigner.release(held)).isTrue();
                assertThat(foreigner.acquire(attempt)).isEmpty();
            }
        }
    }

    /** Too late by a millisecond, because H2's clock that runs on knows whole milliseconds. */
    @Promise
    default void aForeignersClaimThatComesTooLateWinsNothing(ContractFixture fixture) throws SQLException {
        fixture.client();
        try (ForeignClient foreigner = foreigner(fixture)) {
            for (String name : List.of(fixture.name("new"), fixture.name("used"))) {
                Attempt attempt = foreigner.attempt(name, LONG_LEASE_MICROS);
                Attempt late = new Attempt(
                        name, attempt.requestId(), attempt.owner(), attempt.leaseMicros(), 0, foreigner.now() - 1_000);
                if (name.contains("used")) {
                    fixture.client().lock(name).acquire().close();
                }
                assertThat(foreigner.acquire(late)).isEmpty();
            }
        }
    }

    @Promise
    default void aForeignersKeepForIsHonoured(ContractFixture fixture) throws SQLException {
        String name = fixture.name("kept");
        Rowlock rowlock = fixture.client();
        try (ForeignClient foreigner = foreigner(fixture)) {
            Attempt attempt = foreigner.attempt(name, LONG_LEASE_MICROS);
            Held held = foreigner
                    .acquire(new Attempt(
                            name,
                            attempt.requestId(),
                            attempt.owner(),
                            attempt.leaseMicros(),
                            LONG_LEASE_MICROS,
                            attempt.notAfterMicros()))
                    .orElseThrow();
            assertThat(foreigner.release(held)).isTrue();

            assertThat(rowlock.lock(name).tryAcquire()).isEmpty();
            assertThat(rowlock.admin().find(name).map(LockStatus::state)).contains(State.KEPT);
        }
    }

    @Promise
    default void aForeignerWhoseLockIsRevokedCannotRenew(ContractFixture fixture) throws SQLException {
        String name = fixture.name("revoked");
        Rowlock rowlock = fixture.client();
        try (ForeignClient foreigner = foreigner(fixture)) {
            Held held = foreigner
                    .acquire(foreigner.attempt(name, LONG_LEASE_MICROS))
                    .orElseThrow();
            rowlock.admin().revoke(name, held.token());

            assertThat(foreigner.renew(held)).isFalse();
            assertThat(foreigner.check(held)).isFalse();
        }
    }

    @Promise
    default void aForeignerNeitherWaitsForALockedRowNorTakesIt(ContractFixture fixture) throws SQLException {
        String name = fixture.name("locked");
        fixture.client().lock(name).acquire().close();
        try (ForeignClient foreigner = foreigner(fixture)) {
            try (LockTable.RowLock locked = fixture.rows().lockRow(name)) {
                assertThat(foreigner.acquire(foreigner.attempt(name, LONG_LEASE_MICROS)))
                        .isEmpty();
                assertThat(locked.isOpen()).isTrue();
            }
            Held held = foreigner
                    .acquire(foreigner.attempt(name, LONG_LEASE_MICROS))
                    .orElseThrow();
            assertThat(foreigner.release(held)).isTrue();
        }
    }

    @Promise
    default void aForeignersGuardedTransactionEndsBeforeTheNextGrant(ContractFixture fixture) throws SQLException {
        String name = fixture.name("guarded");
        Rowlock rowlock = fixture.client();
        try (ForeignClient foreigner = foreigner(fixture);
                Connection transaction = fixture.source().getConnection()) {
            transaction.setAutoCommit(false);
            Held held = foreigner
                    .acquire(foreigner.attempt(name, SHORT_LEASE_MICROS))
                    .orElseThrow();
            assertThat(foreigner.guard(transaction, held)).isTrue();

            assertThat(rowlock.lock(name).tryAcquire(Duration.ofSeconds(4))).isEmpty();
            transaction.commit();

            try (Hold hold = rowlock.lock(name).acquire(Duration.ofSeconds(30))) {
                assertThat(foreigner.guard(transaction, held)).isFalse();
                transaction.rollback();
                assertThat(hold.check()).isTrue();
            }
        }
    }
}
