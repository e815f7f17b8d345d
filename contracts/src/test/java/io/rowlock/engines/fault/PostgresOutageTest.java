package io.rowlock.engines.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.fault.network.OutageContract;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.server.Stop;
import io.rowlock.testkit.sql.PlainSql;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class PostgresOutageTest implements OutageContract {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresOutageTest.class);
    private static final int ROUNDS = 3;
    private static final int TOGETHER = 64;

    @Override
    public ServerEngine engine() {
        return Engines.postgres();
    }

    /** A release does not wait for the disk; the next grant does, and takes the release there with it. */
    @Test
    void aReleaseIsOnDiskOnceTheNextGrantIs(FaultFixture fixture) {
        Rowlock other = fixture.client();
        fixture.client().lock(fixture.lock(OUTLASTING)).acquire().close();
        try (Hold next = other.lock(fixture.lock(OUTLASTING)).acquire()) {
            engine().restart(Stop.KILL);

            assertThat(next.check()).isTrue();
            assertThat(fixture.status().token()).isEqualTo(next.token());
        }
    }

    /** The row may name a session, which would be extended for as long as the process lives, or expire much later than usual. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReleaseOfARenewedHoldIsOnDisk(boolean awaited, FaultFixture fixture) {
        Rowlock client = fixture.client();
        for (int round = 0; round < ROUNDS; round++) {
            Hold hold = client.lock(fixture.lock(OUTLASTING)).acquire();
            hold.renew();
            if (awaited) {
                register(fixture);
            }
            hold.close();
            engine().restart(Stop.KILL);
            assertThat(fixture.status().state())
                    .as("as the database was left: %s", fixture.status())
                    .isNotEqualTo(LockStatus.State.HELD);
        }
    }

    /** Its lock would be taken for as long as that lease after a crash, though nobody holds it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReleaseOfALongLeaseIsOnDisk(boolean awaited, FaultFixture fixture) {
        Rowlock client = fixture.client();
        for (int round = 0; round < ROUNDS; round++) {
            Hold hold = client.lock(fixture.lock(OUTLASTING.plusSeconds(1)).withRenewal(false))
                    .acquire();
            if (awaited) {
                register(fixture);
            }
            hold.close();
            engine().restart(Stop.KILL);
            assertThat(fixture.status().state())
                    .as("as the database was left: %s", fixture.status())
                    .isNotEqualTo(LockStatus.State.HELD);
        }
    }

    /** Leaves a registration of a process that never looks. */
    private void register(FaultFixture fixture) {
        PlainSql sql = new PlainSql(engine().dataSource());
        sql.run("DELETE FROM " + fixture.table() + " WHERE name = ? AND kind = 'waiter'", fixture.name());
        sql.run(
                "INSERT INTO " + fixture.table() + " (name, slot, kind, process, since_us, expires_us)"
                        + " VALUES (?, -1000, 'waiter', 'nobody', 1, ?)",
                fixture.name(),
                Long.MAX_VALUE);
    }

    /** Other bearers of the ticket would find it valid again. */
    @Test
    void aReleaseByATicketIsOnDisk(FaultFixture fixture) {
        Rowlock client = fixture.client();
        for (int round = 0; round < ROUNDS; round++) {
            LockTicket ticket = client.lock(fixture.lock(OUTLASTING)).acquire().detach();
            assertThat(client.resume(ticket).release()).isTrue();
            engine().restart(Stop.KILL);
            assertThat(client.resume(ticket).check()).isFalse();
        }
    }

    /** The long form kills the server a thousand times. */
    @Test
    void aReleaseThatACrashUndoesEndsWithItsLease(FaultFixture fixture) {
        releaseAndCrash(fixture, ROUNDS);
    }

    @Test
    @Tag("long")
    @Timeout(3600)
    void noReleaseOfAThousandThatACrashMayUndoLetsTwoHoldTheLock(FaultFixture fixture) {
        releaseAndCrash(fixture, 1_000);
    }

    /** They share a statement, and no other commit waits for the disk after it. */
    @Test
    void releasesOfABatchThatACrashUndoesEndWithTheirLeases(FaultFixture fixture) {
        releaseTogetherAndCrash(fixture, ROUNDS);
    }

    @Test
    @Tag("long")
    @Timeout(3600)
    void noBatchOfReleasesThatACrashMayUndoLetsTwoHoldALock(FaultFixture fixture) {
        releaseTogetherAndCrash(fixture, 100);
    }

    private void releaseTogetherAndCrash(FaultFixture fixture, int rounds) {
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        for (int round = 0; round < rounds; round++) {
            List<Hold> released = new ArrayList<>();
            for (int number = 0; number < TOGETHER; number++) {
                released.add(client.lock(LockDefinition.of(fixture.name() + "-" + round + "-" + number)
                                .withLease(LockDefinition.MIN_LEASE))
                        .acquire());
            }
            released.stream()
                    .map(hold -> fixture.async(() -> {
                        hold.close();
                        return hold;
                    }))
                    .toList()
                    .forEach(CompletableFuture::join);
            engine().restart(Stop.KILL);

            for (Hold hold : released) {
                assertThat(hold.isHeld()).isFalse();
                takeOver(
                        other.lock(LockDefinition.of(hold.key()).withWait(FaultFixture.PATIENCE))
                                .acquire(),
                        hold);
            }
        }
    }

    /** Each lock is the next client's at once, or else stands as it was released, and is free when its lease and grace are over. */
    private void releaseAndCrash(FaultFixture fixture, int rounds) {
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        List<Hold> undone = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            LockDefinition lock =
                    LockDefinition.of(fixture.name() + "-" + round).withLease(LockDefinition.MIN_LEASE);
            Hold released = client.lock(lock).acquire();
            released.close();
            engine().restart(Stop.KILL);

            assertThat(released.isHeld()).isFalse();
            Optional<Hold> next = other.lock(lock).tryAcquire();
            if (next.isPresent()) {
                takeOver(next.get(), released);
            } else {
                assertThat(fixture.status(lock.key().name()).token()).isEqualTo(released.token());
                undone.add(released);
            }
        }
        LOG.info("of {} releases the crash undid {}", rounds, undone.size());
        for (Hold released : undone) {
            LockDefinition lock = LockDefinition.of(released.key()).withWait(FaultFixture.PATIENCE);
            takeOver(other.lock(lock).acquire(), released);
        }
    }

    private static void takeOver(Hold next, Hold released) {
        try (next) {
            assertThat(next.token()).isGreaterThan(released.token());
            assertThat(next.check()).isTrue();
        }
    }
}
