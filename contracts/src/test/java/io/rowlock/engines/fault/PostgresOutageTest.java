package io.rowlock.engines.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockStatus;
import io.rowlock.engines.Engines;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.fault.network.OutageContract;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.server.Stop;
import io.rowlock.testkit.sql.PlainSql;
import org.junit.jupiter.api.Test;

class PostgresOutageTest implements OutageContract {

    @Override
    public ServerEngine engine() {
        return Engines.postgres();
    }

    /** A waiter is notified before the release is on disk; the releaser is answered after. */
    @Test
    void aReleaseThatWokeSomeoneIsOnDiskOnceItIsAnswered(FaultFixture fixture) {
        PlainSql sql = new PlainSql(engine().dataSource());
        DistributedLock lock = fixture.client().lock(fixture.lock(OUTLASTING));
        Hold woken = null;
        for (int release = 0; release < 3; release++) {
            Hold hold = lock.acquire();
            sql.run("DELETE FROM " + fixture.table() + " WHERE name = ? AND kind = 'waiter'", fixture.name());
            sql.run(
                    "INSERT INTO " + fixture.table() + " (name, slot, kind, process, since_us, expires_us)"
                            + " VALUES (?, -1000, 'waiter', 'nobody', 1, ?)",
                    fixture.name(),
                    Long.MAX_VALUE);
            hold.close();
            woken = hold;
        }

        engine().restart(Stop.KILL);

        LockStatus after = fixture.status();
        assertThat(after.token()).isEqualTo(woken.token());
        assertThat(after.state()).as("as the database was left: %s", after).isNotEqualTo(LockStatus.State.HELD);
        assertThat(sql.number(
                        "SELECT expires_us FROM " + fixture.table() + " WHERE name = ? AND kind = 'waiter'",
                        fixture.name()))
                .as("the registration is used up")
                .isZero();
    }
}
