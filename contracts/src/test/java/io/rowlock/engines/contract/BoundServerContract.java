package io.rowlock.engines.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.engines.process.JvmLaunch;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.worker.LockWorker;
import io.rowlock.engines.worker.Worker;
import io.rowlock.testkit.BoundEngineContract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The promises of locks that are bound to connections to a server that ends silent sessions, with processes that die. */
public interface BoundServerContract extends BoundEngineContract {

    @Override
    ServerEngine database();

    /** The lease of the killed would have lasted a minute. */
    @Promise
    default void aKilledProcessFreesItsLocksAtOnce(ContractFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("killed")).withLease(Duration.ofMinutes(1));
        try (Worker worker = worker(fixture)) {
            long token = worker.acquire(definition);
            var other = fixture.client();
            assertThat(other.lock(definition).tryAcquire()).isEmpty();

            worker.jvm().kill();

            try (Hold next = other.lock(definition).acquire()) {
                assertThat(next.token()).isGreaterThan(token);
                assertThat(next.token() - token).isLessThan(TimeUnit.SECONDS.toMicros(50));
            }
        }
    }

    /** A process that stands still is to the server what a machine is that vanished: a silent session. */
    @Promise
    default void aSilentProcessLosesItsLocksAfterItsLeaseAndKnowsItOnWaking(ContractFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("silent")).withLease(Duration.ofSeconds(2));
        try (Worker worker = worker(fixture)) {
            long token = worker.acquire(definition);
            worker.jvm().freeze();
            worker.askHeld();

            try (Hold next = fixture.client()
                    .lock(definition.withLease(LockDefinition.DEFAULT_LEASE))
                    .acquire()) {
                assertThat(next.token()).isGreaterThan(token);
                worker.jvm().thaw();

                assertThat(worker.held().now()).isFalse();
                assertThat(worker.awaitLost()).isEqualTo(token);
                worker.release();
                assertThat(next.check()).isTrue();
            }
        }
    }

    /** S2: the silence that the server allows is that of the longer lease, too. */
    @Promise
    default void aSilentProcessKeepsALockThatItRenewedForLonger(ContractFixture fixture) {
        LockDefinition definition =
                LockDefinition.of(fixture.name("silent-longer")).withLease(Duration.ofSeconds(2));
        try (Worker worker = worker(fixture)) {
            worker.acquire(definition);
            worker.renew(Duration.ofMinutes(1));
            worker.jvm().freeze();
            worker.askHeld();

            assertThat(fixture.client().lock(definition).tryAcquire(Duration.ofSeconds(5)))
                    .isEmpty();
            worker.jvm().thaw();

            assertThat(worker.held().now()).isTrue();
            worker.release();
        }
    }

    private Worker worker(ContractFixture fixture) {
        fixture.client();
        JvmLaunch launch = JvmLaunch.of(LockWorker.class).option("-D" + LockWorker.BOUND + "=true");
        return Worker.start(launch, database(), fixture.table()).awaitReady();
    }
}
