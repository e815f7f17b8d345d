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
        UnreliableDataSource unreliable = fixture.unreliable();
        List<Hold> holds = SessionContract.holds(fixture.client(unreliable), fixture.name("late"), 1);
        String session = SessionContract.awaitKept(fixture, holds);
        String name = holds.get(0).key().name();
        Rowlock other = fixture.client();
        unreliable.fail();

        try (Transaction heartbeat = Transaction.on(fixture.source())) {
            prolong(fixture, heartbeat, session);
            awaitOver(fixture, other, name);
            assertThat(other.lock(name).tryAcquire()).isEmpty();
            heartbeat.commit();
        }
        assertThat(other.lock(name).tryAcquire()).isEmpty();
        assertThat(fixture.rows().sessionLives(session)).isTrue();
        assertThat(other.admin().revokeNow(name, holds.get(0).token())).isInstanceOf(Revocation.Revoked.class);
    }

    @Promise
    default void aHeartbeatThatWasRolledBackKeepsNothing(ContractFixture fixture) throws SQLException {
        UnreliableDataSource unreliable = fixture.unreliable();
        List<Hold> holds = SessionContract.holds(fixture.client(unreliable), fixture.name("rolled-back"), 1);
        String session = SessionContract.awaitKept(fixture, holds);
        String name = holds.get(0).key().name();
        Rowlock other = fixture.client();
        unreliable.fail();

        try (Transaction heartbeat = Transaction.on(fixture.source())) {
            prolong(fixture, heartbeat, session);
            awaitOver(fixture, other, name);
            assertThat(other.lock(name).tryAcquire()).isEmpty();
        }
        try (Hold next = other.lock(name).acquire(Duration.ofSeconds(30))) {
            assertThat(next.token()).isGreaterThan(holds.get(0).token());
            assertThat(fixture.rows().sessionLives(session)).isFalse();
        }
    }

    private static void prolong(ContractFixture fixture, Transaction heartbeat, String session) throws SQLException {
        assertThat(heartbeat.run(
                        "UPDATE " + fixture.table()
                                + " SET expires_us = expires_us + 60000000 WHERE name = ? AND slot = -2",
                        session))
                .isEqualTo(1);
    }

    /** Waits until the lease of a lock and its grace, a second, are over, as far as anyone can see. */
    private static void awaitOver(ContractFixture fixture, Rowlock onlooker, String name) {
        fixture.await()
                .until(
                        () -> onlooker.admin().find(name).orElseThrow(),
                        status -> status.until().plusSeconds(1).isBefore(status.asOf()));
    }
}
