package io.rowlock.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.TableName;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.RequestIds;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a store keeps its connection beyond the idle timeout. */
class KeptConnectionTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final LockKey KEY = LockKey.of("contended");

    private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:kept-connection", "sa", "");
    private final JdbcStores stores = JdbcStores.open(pool, TableName.of("rowlock"), true, TIMEOUT);
    private final RequestIds requestIds = new RequestIds(HoldKind.LEASE);
    private final LockStore holder = stores.get();
    private final LockStore waiter = stores.get();

    @AfterEach
    void close() {
        holder.close();
        waiter.close();
        pool.dispose();
    }

    @Test
    void whileItsProcessWaitsForALockAndUntilItHasReleasedThat() {
        Grant held = acquired(holder);
        assertThat(holder.keepsConnection()).isFalse();

        assertThat(acquire(waiter, newClaim())).isInstanceOf(AcquireResult.Busy.class);
        assertThat(waiter.keepsConnection()).isTrue();

        assertThat(holder.release(List.of(held))).containsExactly(GrantOutcome.DONE);
        Grant granted = acquired(waiter);
        assertThat(waiter.keepsConnection()).isTrue();
        assertThat(waiter.release(List.of(granted))).containsExactly(GrantOutcome.DONE);
        assertThat(waiter.keepsConnection()).isFalse();
    }

    @Test
    void notIfThePoolHasNoOther() throws SQLException {
        acquired(holder);
        acquire(waiter, newClaim());
        pool.setMaxConnections(3);
        assertThat(waiter.keepsConnection()).isTrue();
        try (Connection last = pool.getConnection()) {
            assertThat(last.isClosed()).isFalse();
            assertThat(waiter.keepsConnection()).isFalse();
        }
    }

    @Test
    void notIfTheIdleTimeoutIsSetShorter() {
        LockStore brief = stores.withIdleTimeout(Duration.ofMillis(99)).get();
        acquired(holder);
        acquire(brief, newClaim());
        assertThat(brief.keepsConnection()).isFalse();
        brief.close();
    }

    private Grant acquired(LockStore store) {
        Claim claim = newClaim();
        long token = ((AcquireResult.Granted) acquire(store, claim)).token();
        return new Grant(KEY, token, claim.requestId());
    }

    private static AcquireResult acquire(LockStore store, Claim claim) {
        return store.acquire(List.of(claim)).get(0);
    }

    private Claim newClaim() {
        Terms terms = new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1));
        return new Claim(KEY, requestIds.next(), terms, Duration.ZERO, "node", Long.MAX_VALUE);
    }
}
