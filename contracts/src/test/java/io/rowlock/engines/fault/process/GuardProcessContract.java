package io.rowlock.engines.fault.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.network.Direction;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.process.JvmLaunch;
import io.rowlock.engines.worker.GuardWorker;
import io.rowlock.testkit.sql.Journal;
import io.rowlock.testkit.sql.Journal.Entry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S5 for a process that is stopped in every window of a guarded transaction, until long after its lease, or killed there.
 * Judged from the data: the tokens in the order of the commits never decrease.
 */
public interface GuardProcessContract extends FaultContract {

    /** Ends soon, and yet leaves a busy machine the time to get as far as the guard. */
    Duration LEASE = Duration.ofSeconds(4);

    /** The ticket believes nothing, so only the database can reject; the hold knows by itself on waking. */
    @ParameterizedTest
    @ValueSource(strings = {"hold", "ticket"})
    @Execution(ExecutionMode.CONCURRENT)
    default void stoppedBeforeItsGuardItIsRejectedOnWaking(String kind, FaultFixture fixture) throws SQLException {
        Stopped stopped = new Stopped(this, fixture, kind);
        stopped.ask("begin");
        stopped.freeze();
        long next = stopped.takeOver();
        stopped.send("guard");
        stopped.thaw();

        stopped.hears("lost guard");
        assertThat(stopped.tokens()).containsExactly(next);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void stoppedAfterItsGuardNobodyIsGrantedTheLockUntilItsCommit(FaultFixture fixture) throws SQLException {
        Stopped stopped = new Stopped(this, fixture, "ticket");
        stopped.ask("begin", "guard");
        stopped.freeze();
        stopped.assertNotFreeEvenByTheClock();
        stopped.thaw();
        stopped.ask("write", "commit");
        long next = stopped.takeOver();
        assertThat(stopped.tokens()).containsExactly(stopped.token(), next);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void stoppedBeforeItsCommitNobodyIsGrantedTheLockUntilIt(FaultFixture fixture) throws SQLException {
        Stopped stopped = new Stopped(this, fixture, "ticket");
        stopped.ask("begin", "guard", "write");
        stopped.freeze();
        stopped.assertNotFreeEvenByTheClock();
        assertThat(stopped.tokens()).isEmpty();
        stopped.thaw();
        stopped.ask("commit");
        long next = stopped.takeOver();
        assertThat(stopped.tokens()).containsExactly(stopped.token(), next);
    }

    /** The commit is on its way, and the process stopped, so that it neither knows nor can repeat it. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void stoppedWhileItsCommitIsOnItsWayTheCommitComesFirst(FaultFixture fixture) throws SQLException {
        Stopped stopped = new Stopped(this, fixture, "ticket");
        stopped.ask("begin", "guard", "write");
        stopped.network().blackhole(Direction.TO_SERVER);
        stopped.send("commit");
        stopped.freeze();
        stopped.assertNotFreeEvenByTheClock();
        stopped.network().heal();
        stopped.thaw();
        stopped.hears("done commit");
        long next = stopped.takeOver();
        assertThat(stopped.tokens()).containsExactly(stopped.token(), next);
    }

    /** The database has committed, the process has not heard of it, and another has the lock already. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void stoppedWhileTheAnswerToItsCommitIsOnItsWayTheCommitCameFirst(FaultFixture fixture)
            throws SQLException {
        Stopped stopped = new Stopped(this, fixture, "ticket");
        stopped.ask("begin", "guard", "write");
        stopped.network().blackhole(Direction.TO_CLIENT);
        stopped.send("commit");
        fixture.await("the commit").until(() -> stopped.tokens().size() == 1);
        stopped.freeze();
        long next = stopped.takeOver();
        stopped.network().heal();
        stopped.thaw();
        stopped.hears("done commit");
        assertThat(stopped.tokens()).containsExactly(stopped.token(), next);
    }

    @ParameterizedTest
    @ValueSource(strings = {"guard", "write"})
    @Execution(ExecutionMode.CONCURRENT)
    default void killedInMidGuardNothingIsStoredAndTheLockIsFreeAfterItsLease(String last, FaultFixture fixture)
            throws SQLException {
        Stopped killed = new Stopped(this, fixture, "hold");
        killed.ask("begin", "guard");
        if (last.equals("write")) {
            killed.ask("write");
        }
        killed.kill();
        long next = killed.takeOver();
        assertThat(killed.tokens()).containsExactly(next);
    }

    /** A process that is stopped, and what goes on meanwhile. */
    final class Stopped {
        /** Held while a process starts, because that takes all of a small machine. The rest is mostly waiting. */
        private static final Lock STARTING = new ReentrantLock();

        private final FaultContract contract;
        private final FaultFixture fixture;
        private final Proxy network;
        private final Journal journal;
        private final ChildJvm jvm;
        private final DistributedLock others;
        private final long token;

        private Stopped(FaultContract contract, FaultFixture fixture, String kind) throws SQLException {
            this.contract = contract;
            this.fixture = fixture;
            network = fixture.proxy();
            journal = Journal.create(contract.engine().dataSource(), fixture.name());
            jvm = started();
            others = fixture.client().lock(fixture.lock(LEASE));
            send(kind + " " + fixture.name() + " " + LEASE.toMillis());
            token = Long.parseLong(jvm.expect("granted ", FaultFixture.PATIENCE).substring("granted ".length()));
        }

        private ChildJvm started() {
            STARTING.lock();
            try {
                ChildJvm process = fixture.open(JvmLaunch.of(GuardWorker.class)
                        .start(
                                contract.engine().jdbcUrl(),
                                contract.engine().user(),
                                contract.engine().password(),
                                fixture.table(),
                                fixture.name(),
                                contract.engine().jdbcUrl(network.address())));
                process.expect("ready", FaultFixture.PATIENCE);
                return process;
            } finally {
                STARTING.unlock();
            }
        }

        private long token() {
            return token;
        }

        private Proxy network() {
            return network;
        }

        private void send(String order) {
            jvm.send(order);
        }

        /** Its next answer; it may log in between. */
        private void hears(String answer) {
            String said = jvm.expect("", FaultFixture.PATIENCE);
            while (!said.matches("(done|lost|failed) .*")) {
                said = jvm.expect("", FaultFixture.PATIENCE);
            }
            assertThat(said).isEqualTo(answer);
        }

        private void ask(String... orders) {
            for (String order : orders) {
                send(order);
                hears("done " + order);
            }
        }

        private void freeze() {
            jvm.freeze();
        }

        private void thaw() {
            jvm.thaw();
        }

        private void kill() {
            jvm.kill();
        }

        /** Is granted the lock, and writes an entry under it, guarded. */
        private long takeOver() throws SQLException {
            try (Hold next = others.acquire()) {
                next.<Boolean, SQLException>guarded(contract.engine().dataSource(), connection -> {
                    journal.write(connection, next.token());
                    return true;
                });
                return next.token();
            }
        }

        private void assertNotFreeEvenByTheClock() {
            Duration grace = fixture.lock(LEASE).grace();
            fixture.await("the end of lease and grace")
                    .until(() -> fixture.status()
                            .asOf()
                            .isAfter(fixture.status().until().plus(grace)));
            assertThat(others.tryAcquire()).isEmpty();
            assertThat(fixture.status().token()).isEqualTo(token);
        }

        private List<Long> tokens() throws SQLException {
            return journal.entries(contract.engine().dataSource()).stream()
                    .map(Entry::token)
                    .toList();
        }
    }
}
