package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.TableName;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.SessionSql;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Terms;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.LockTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The effect of each statement about a session, however late or often it comes. */
public interface SessionRowContract extends Contract {

    Terms TERMS = new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1));
    Duration AGO = Duration.ofDays(3);

    /** A session with one grant, and the means to treat both. */
    final class Scene implements AutoCloseable {
        private final ContractFixture fixture;
        final Dialect dialect;
        final SessionSql sessions;
        final Connection connection;
        final String id;
        final Grant grant;

        Scene(ContractFixture fixture) throws SQLException {
            this.fixture = fixture;
            fixture.useOwnTable();
            fixture.client();
            connection = fixture.source().getConnection();
            dialect = Dialects.of(fixture.database(), TableName.of(fixture.table()));
            sessions = dialect.sessions().orElseThrow();
            id = "session." + fixture.name("x").substring(2, 14) + "000000000000";
            grant = acquire("a", "first");
            sessions.open(connection, id, TERMS, "owner");
        }

        Grant acquire(String name, String requestId) throws SQLException {
            Claim claim = new Claim(LockKey.of(name), requestId, TERMS, Duration.ZERO, "owner", Long.MAX_VALUE);
            AcquireResult outcome =
                    dialect.leases().acquire(connection, List.of(claim)).get(0);
            return new Grant(claim.key(), ((AcquireResult.Granted) outcome).token(), requestId);
        }

        boolean isBusy() throws SQLException {
            Claim claim = new Claim(grant.key(), "other", TERMS, Duration.ZERO, "owner", Long.MAX_VALUE);
            return dialect.leases().acquire(connection, List.of(claim)).get(0) instanceof AcquireResult.Busy;
        }

        GrantOutcome join(String session) throws SQLException {
            return sessions.join(connection, session, List.of(grant)).get(0);
        }

        GrantOutcome leave(String session) throws SQLException {
            return sessions.leave(connection, session, List.of(grant)).get(0);
        }

        boolean settle() throws SQLException {
            return sessions.leaveEnded(connection, grant.key(), id);
        }

        boolean heartbeat() throws SQLException {
            return sessions.heartbeat(connection, id);
        }

        /** Lets the session's last heartbeat, and the lock's last renewal, lie back. */
        void age(Duration by) {
            fixture.rows().age("a", by);
            ageSession(by);
        }

        void ageSession(Duration by) {
            fixture.run(List.of("UPDATE " + fixture.table() + " SET expires_us = expires_us - " + by.toMillis() * 1_000
                    + " WHERE kind = 'session'"));
        }

        LockTable rows() {
            return fixture.rows();
        }

        @Override
        public void close() throws SQLException {
            fixture.run(List.of("UPDATE " + fixture.table() + " SET request_id = NULL WHERE kind = 'lock'"));
            connection.close();
        }
    }

    @Promise
    default void aSessionThatHasExpiredIsNotRevivedByALateHeartbeat(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            assertThat(scene.heartbeat()).isTrue();
            scene.ageSession(Duration.ofSeconds(31));
            assertThat(scene.heartbeat()).isFalse();
            assertThat(scene.heartbeat()).isFalse();
        }
    }

    /** As it is when the database executes an older heartbeat, or an older renewal, after a newer one. */
    @Promise
    default void neitherAHeartbeatNorARenewalMovesAnExpiryBack(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            scene.ageSession(Duration.ofSeconds(-5));
            scene.rows().postponeExpiry("a", Duration.ofSeconds(5));
            long session = scene.rows().sessionNumber(scene.id, "expires_us");
            long lock = scene.rows().number("a", "expires_us");

            assertThat(scene.heartbeat()).isTrue();
            assertThat(scene.rows().sessionNumber(scene.id, "expires_us")).isEqualTo(session);

            Grant gone = new Grant(LockKey.of("gone"), 1, "gone");
            assertThat(scene.dialect.leases().renew(scene.connection, List.of(scene.grant, gone)))
                    .containsExactly(GrantOutcome.DONE, GrantOutcome.NOT_OWNER);
            assertThat(scene.rows().number("a", "expires_us")).isEqualTo(lock);
            assertThat(scene.sessions.join(scene.connection, scene.id, List.of(gone, scene.grant)))
                    .containsExactly(GrantOutcome.NOT_OWNER, GrantOutcome.DONE);
            assertThat(scene.rows().sessionOf("a")).contains(scene.id);
            assertThat(scene.leave(scene.id)).isEqualTo(GrantOutcome.DONE);
            assertThat(scene.rows().sessionOf("a")).isEmpty();
            assertThat(scene.rows().number("a", "expires_us")).isEqualTo(lock);
        }
    }

    @Promise
    default void aSessionThatWasDeclaredDeadStaysDead(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            assertThat(scene.join(scene.id)).isEqualTo(GrantOutcome.DONE);
            scene.age(Duration.ofSeconds(40));
            assertThat(scene.isBusy()).isTrue();

            assertThat(scene.settle()).isTrue();

            scene.ageSession(Duration.ofSeconds(-80));
            assertThat(scene.heartbeat()).isFalse();
            assertThat(scene.isBusy()).isFalse();
        }
    }

    @Promise
    default void aSessionThatGoesOnKeepsItsGrantHoweverOldThatIs(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            assertThat(scene.join(scene.id)).isEqualTo(GrantOutcome.DONE);
            scene.rows().age("a", Duration.ofDays(2));

            assertThat(scene.settle()).isFalse();
            assertThat(scene.isBusy()).isTrue();
            assertThat(scene.dialect.purge(scene.connection, Duration.ofDays(1)))
                    .isZero();
            assertThat(scene.dialect.plain().check(scene.connection, moved(scene.grant, Duration.ofDays(2))))
                    .isTrue();
        }
    }

    /** Ageing a row lowers its token. */
    private static Grant moved(Grant grant, Duration by) {
        return new Grant(grant.key(), grant.token() - by.toMillis() * 1_000, grant.requestId());
    }

    @Promise
    default void theRestOfASessionsTimeGoesWithTheGrantThatLeavesIt(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            assertThat(scene.join(scene.id)).isEqualTo(GrantOutcome.DONE);
            scene.rows().age("a", Duration.ofDays(2));
            long expires = scene.rows().sessionNumber(scene.id, "expires_us");

            assertThat(scene.dialect.revoke(
                            scene.connection,
                            scene.grant.key(),
                            moved(scene.grant, Duration.ofDays(2)).token(),
                            false))
                    .isInstanceOf(io.rowlock.Revocation.Revoked.class);

            assertThat(scene.rows().number("a", "expires_us")).isEqualTo(expires);
            assertThat(scene.rows().sessionOf("a")).isEmpty();
            assertThat(scene.heartbeat()).isFalse();
            assertThat(scene.isBusy()).isTrue();
        }
    }

    @Promise
    default void aSessionThatIsMissingIsGivenALeaseFromNow(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            assertThat(scene.join(scene.id)).isEqualTo(GrantOutcome.DONE);
            scene.rows().age("a", Duration.ofSeconds(40));
            scene.rows().deleteSession(scene.id);
            assertThat(scene.isBusy()).isTrue();

            assertThat(scene.settle()).isTrue();

            assertThat(scene.isBusy()).isTrue();
            assertThat(scene.rows().number("a", "expires_us"))
                    .isGreaterThan(scene.dialect.plain().now(scene.connection));
            assertThat(scene.heartbeat()).isFalse();
            scene.rows().age("a", Duration.ofSeconds(40));
            assertThat(scene.isBusy()).isFalse();
        }
    }

    /** A renewal that was stuck in a network must not undo what came after it. */
    @Promise
    default void aLateRenewalChangesNoSession(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            String earlier = "session.earlier";
            assertThat(scene.join(earlier)).isEqualTo(GrantOutcome.DONE);
            assertThat(scene.leave(earlier)).isEqualTo(GrantOutcome.DONE);
            assertThat(scene.join(scene.id)).isEqualTo(GrantOutcome.DONE);

            assertThat(scene.join(earlier)).isEqualTo(GrantOutcome.ROW_LOCKED);
            assertThat(scene.leave(earlier)).isEqualTo(GrantOutcome.ROW_LOCKED);
            assertThat(scene.dialect.leases().renew(scene.connection, List.of(scene.grant)))
                    .containsExactly(GrantOutcome.DONE);
            assertThat(scene.rows().sessionOf("a")).contains(scene.id);

            assertThat(scene.join(scene.id)).isEqualTo(GrantOutcome.DONE);
            assertThat(scene.leave(scene.id)).isEqualTo(GrantOutcome.DONE);
            assertThat(scene.rows().sessionOf("a")).isEmpty();
        }
    }

    @Promise
    default void aReleaseAndANewGrantBelongToNoSession(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            assertThat(scene.join(scene.id)).isEqualTo(GrantOutcome.DONE);
            assertThat(scene.dialect.leases().release(scene.connection, List.of(scene.grant)))
                    .containsExactly(GrantOutcome.DONE);
            assertThat(scene.rows().sessionOf("a")).isEmpty();
            scene.acquire("a", "second");
            assertThat(scene.rows().sessionOf("a")).isEmpty();
            assertThat(scene.join(scene.id)).isEqualTo(GrantOutcome.NOT_OWNER);
        }
    }

    /** Restarts do not fill the table. */
    @Promise
    default void theRowOfAClosedSessionServesTheNext(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            scene.sessions.close(scene.connection, scene.id);
            assertThat(scene.heartbeat()).isFalse();

            scene.sessions.open(scene.connection, "session.next", TERMS, "another");
            scene.sessions.open(scene.connection, "session.beside", TERMS, "another");

            assertThat(scene.rows().session(scene.id)).isEmpty();
            assertThat(scene.rows().session("session.next"))
                    .hasValueSatisfying(row -> assertThat(row).containsEntry("owner", "another"));
            assertThat(scene.sessions.heartbeat(scene.connection, "session.next"))
                    .isTrue();
            assertThat(scene.sessions.heartbeat(scene.connection, "session.beside"))
                    .isTrue();
        }
    }

    @Promise
    default void aPurgeRemovesOldSessionsAndWhatTheyLeftBehind(ContractFixture fixture) throws SQLException {
        try (Scene scene = new Scene(fixture)) {
            assertThat(scene.join(scene.id)).isEqualTo(GrantOutcome.DONE);
            scene.age(AGO);
            scene.sessions.open(scene.connection, "session.live", TERMS, "owner");

            assertThat(scene.dialect.purge(scene.connection, Duration.ofDays(1)))
                    .isEqualTo(1);

            assertThat(scene.rows().find("a")).isEmpty();
            assertThat(scene.rows().session(scene.id)).isEmpty();
            assertThat(scene.rows().session("session.live")).isPresent();
        }
    }
}
