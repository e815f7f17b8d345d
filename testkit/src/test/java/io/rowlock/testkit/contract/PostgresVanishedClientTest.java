package io.rowlock.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Revocation;
import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;
import io.rowlock.testkit.engine.UrlDataSource;
import io.rowlock.testkit.fault.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A machine that vanishes in the middle of a guarded transaction: the server does not learn of it, and must be told to give up. */
class PostgresVanishedClientTest implements Contract {

    @Override
    public ServerEngine engine() {
        return Engines.postgres();
    }

    @Promise
    void anIdleTimeoutOfTheServerEndsTheGuardOfAMachineThatVanished(Bench bench) throws SQLException {
        Proxy network = bench.proxy(engine());
        UrlDataSource remote = new UrlDataSource(
                engine().jdbcUrl(network.address()) + "?options=-c%20idle_in_transaction_session_timeout=4s",
                engine().user(),
                engine().password());
        LockDefinition definition = LockDefinition.of(bench.name("vanished"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        DistributedLock others = bench.client().lock(definition);
        Hold hold = bench.client().lock(definition).acquire();
        try (Connection connection = remote.getConnection()) {
            connection.setAutoCommit(false);
            hold.guard(connection);
            network.blackhole();

            bench.await().until(() -> !hold.isHeld());
            Revocation revocation = bench.client().admin().revokeNow(definition.name(), hold.token());
            assertThat(revocation).isInstanceOf(Revocation.RowLocked.class);
            assertThat(others.acquire(Duration.ofSeconds(30)).token()).isGreaterThan(hold.token());
        }
    }
}
