package io.rowlock.engines.vanished;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Revocation;
import io.rowlock.engines.contract.TestNetwork;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A machine that vanishes in the middle of a guarded transaction: the server does not learn of it, and must be told to give up. */
interface VanishedClientContract extends Contract {

    @Override
    ServerEngine database();

    /** The end of the JDBC address that has the server end a session which is silent for six seconds in a transaction. */
    String timeout();

    @Promise
    default void anIdleTimeoutOfTheServerEndsTheGuardOfAMachineThatVanished(ContractFixture fixture)
            throws SQLException {
        Proxy network = TestNetwork.open(fixture, database());
        UrlDataSource remote = new UrlDataSource(
                database().jdbcUrl(network.address()) + timeout(),
                database().user(),
                database().password());
        LockDefinition definition = LockDefinition.of(fixture.name("vanished"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        DistributedLock others = fixture.client().lock(definition);
        Hold hold = fixture.client().lock(definition).acquire();
        Connection connection = remote.getConnection();
        try {
            connection.setAutoCommit(false);
            hold.guard(connection);
            network.blackhole();

            fixture.await().until(() -> !hold.isHeld());
            Revocation revocation = fixture.client().admin().revokeNow(definition.name(), hold.token());
            assertThat(revocation).isInstanceOf(Revocation.RowLocked.class);
            assertThat(others.acquire(Duration.ofSeconds(30)).token()).isGreaterThan(hold.token());
        } finally {
            // A plain close would wait for an answer.
            connection.abort(Runnable::run);
        }
    }
}
