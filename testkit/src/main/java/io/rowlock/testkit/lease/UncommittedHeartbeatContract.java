package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.Revocation;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.UnreliableDataSource;
import io.rowlock.testkit.sql.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** A session whose heartbeat is not yet committed: a request for one of its locks waits for the result. */
public interface UncommittedHeartbeatContract extends Contract {

    /** A taker that only read the session's row would take the lock of a live process. */
    @Promise
    default void aHeartbeatThatIsNotYetCommittedKeepsTheLock(ContractFixture fixture) throws SQLException {
        CutOff cutOff = CutOff.of(fixture, "late");
        String name = cutOff.hold().key().name();
        Rowlock other = fixture.client();

        try (Transaction heartbeat = Transaction.on(fixture.source())) {
            assertNotGrantedMeanwhile(fixture, heartbeat, cutOff, other);
            heartbeat.commit();
        }
        assertThat(other.lock(name).tryAcquire()).isEmpty();
        assertThat(fixture.rows().sessionLives(cutOff.session())).isTrue();
        assertThat(other.admin().revokeNow(name, cutOff.hold().token())).isInstanceOf(Revocation.Revoked.class);
    }

    @Promise
    default void aHeartbeatThatWasRolledBackKeepsNothing(ContractFixture fixture) throws SQLException {
        CutOff cutOff = CutOff.of(fixture, "rolled-back");
        String name = cutOff.hold().key().name();
        Rowlock other = fixture.client();

        try (Transaction heartbeat = Transaction.on(fixture.source())) {
            assertNotGrantedMeanwhile(fixture, heartbeat, cutOff, other);
        }
        try (Hold next = other.lock(name).acquire(Duration.ofSeconds(30))) {
            assertThat(next.token()).isGreaterThan(cutOff.hold().token());
            assertThat(fixture.rows().sessionLives(cutOff.session())).isFalse();
        }
    }

    private static void assertNotGrantedMeanwhile(
            ContractFixture fixture, Transaction heartbeat, CutOff cutOff, Rowlock other) throws SQLException {
        String name = cutOff.hold().key().name();
        prolong(fixture, heartbeat, cutOff.session());
        awaitOver(fixture, other, name);
        assertThat(other.lock(name).tryAcquire()).isEmpty();
    }

    private static void prolong(ContractFixture fixture, Transaction heartbeat, String session) throws SQLException {
        assertThat(heartbeat.run(
                        "UPDATE " + fixture.table()
                                + " SET expires_us = expires_us + 60000000 WHERE name = ? AND slot = -2",
                        session))
                .isEqualTo(1);
    }

    /** Waits until the lease of a lock and its grace, a second, are over, as far as anyone can see. */
    private static void awaitOver(ContractFixture fixture, Rowlock observer, String name) {
        fixture.await()
                .until(
                        () -> observer.admin().find(name).orElseThrow(),
                        status -> status.until().plusSeconds(1).isBefore(status.asOf()));
    }

    /**
     * A hold that a session keeps, and whose process does not reach the database any more.
     *
     * @param hold the hold
     * @param session its session
     */
    record CutOff(Hold hold, String session) {
        static CutOff of(ContractFixture fixture, String lock) {
            UnreliableDataSource unreliable = fixture.unreliable();
            List<Hold> holds = SessionContract.holds(fixture.client(unreliable), fixture.name(lock), 1);
            String session = SessionContract.awaitKept(fixture, holds);
            unreliable.fail();
            return new CutOff(holds.get(0), session);
        }
    }
}
