package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Database;
import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockSetupException;
import io.rowlock.LockStatus.State;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.SharedSessionDataSource;
import io.rowlock.testkit.source.SmallPool;
import io.rowlock.testkit.sql.Ledger;
import io.rowlock.testkit.sql.LockTable;
import io.rowlock.testkit.sql.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The promises of locks that are bound to connections, beyond those of all locks. */
public interface BoundContract extends BoundNameContract {
    @Override
    default RowlockBuilder settings(RowlockBuilder client) {
        return client.connectionBound();
    }

    @Promise
    default void theEndOfTheConnectionFreesTheLockAndTellsTheHolder(ContractFixture fixture) {
        String name = fixture.name("cut");
        ServerSessions sessions = new ServerSessions(fixture);
        CompletableFuture<String> told = new CompletableFuture<>();
        Hold hold = fixture.client(sessions.source()).lock(name).acquire();
        hold.onLost(() -> told.complete(Thread.currentThread().getName()));
        Rowlock other = fixture.client();
        assertThat(other.lock(name).tryAcquire()).isEmpty();

        sessions.end();

        try (Hold next = other.lock(name).acquire()) {
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(told).succeedsWithin(30, TimeUnit.SECONDS).asString().startsWith("rowlock-");
            assertThat(hold.isHeld()).isFalse();
            hold.close();
            assertThat(next.check()).isTrue();
        }
    }

    /** The lease of the dead would have lasted a minute. */
    @Promise
    default void theDeadsLeaseCountsForNothing(ContractFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("dead")).withLease(Duration.ofMinutes(1));
        ServerSessions sessions = new ServerSessions(fixture);
        Hold dead = fixture.client(sessions.source()).lock(definition).acquire();
        Rowlock other = fixture.client();

        sessions.end();

        fixture.await()
                .until(() -> other.admin().find(definition.name()).orElseThrow().state() == State.EXPIRED);
        try (Hold next = other.lock(definition).acquire()) {
            assertThat(next.token()).isGreaterThan(dead.token());
            assertThat(next.token() - dead.token()).isLessThan(TimeUnit.SECONDS.toMicros(50));
        }
    }

    @Promise
    default void aHoldIsRenewedForLongerAndReleasedToBeKept(ContractFixture fixture) {
        Duration longer = Duration.ofMinutes(10);
        DistributedLock lock = fixture.client().lock(fixture.name("kept"));
        Rowlock other = fixture.client();
        Hold hold = lock.acquire();

        hold.renew(longer);
        assertThat(hold.remaining()).isGreaterThan(Duration.ofMinutes(9));
        assertThat(hold.release(longer)).isTrue();

        assertThat(other.lock(lock.definition()).tryAcquire()).isEmpty();
        assertThat(lock.tryAcquire()).isEmpty();
        other.admin().revokeNow(lock.definition().name(), hold.token());
        Hold next = other.lock(lock.definition()).acquire();
        assertThat(next.release()).isTrue();
        assertThat(next.release()).isFalse();
        assertThat(lock.tryAcquire()).isPresent();
    }

    /** S2: the connection is silent for longer than the lease that the lock was acquired with. */
    @Promise
    default void nobodyElseIsGrantedALockThatWasRenewedForLonger(ContractFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("longer"))
                .withLease(Duration.ofSeconds(3))
                .withRenewal(false);
        Rowlock other = fixture.client();
        try (Hold hold = fixture.client().lock(definition).acquire()) {
            hold.renew(Duration.ofMinutes(1));

            assertThat(other.lock(definition).tryAcquire(Duration.ofSeconds(6))).isEmpty();
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void anotherConnectionsEndLeavesTheLockAlone(ContractFixture fixture) {
        ServerSessions sessions = new ServerSessions(fixture);
        Hold lost = fixture.client(sessions.source()).lock(fixture.name("lost")).acquire();
        try (Hold kept = fixture.client().lock(fixture.name("kept")).acquire()) {
            sessions.end();
            fixture.await().until(() -> !lost.isHeld());
            assertThat(kept.check()).isTrue();
        }
        lost.close();
    }

    /** S5: a transaction that was guarded before the end of the connection may still commit, so nobody is let in before. */
    @Promise
    default void aGuardOutlastsTheConnection(ContractFixture fixture) throws SQLException {
        String name = fixture.name("guarded");
        Ledger ledger = fixture.ledger();
        ServerSessions sessions = new ServerSessions(fixture);
        Hold hold = fixture.client(sessions.source()).lock(name).acquire();
        Rowlock other = fixture.client();
        try (Transaction work = Transaction.on(fixture.source())) {
            hold.guard(work.connection());
            ledger.write(work.connection());
            sessions.end();
            fixture.await().until(() -> !hold.isHeld());

            assertThat(other.lock(name).tryAcquire(Duration.ofMillis(300))).isEmpty();
            work.commit();
        }
        try (Hold next = other.lock(name).acquire()) {
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(ledger.entriesSeenByOthers()).isOne();
        }
    }

    @Promise
    default void keepForOutlastsTheConnection(ContractFixture fixture) {
        LockDefinition kept = LockDefinition.of(fixture.name("kept")).withKeepFor(Duration.ofMinutes(1));
        ServerSessions sessions = new ServerSessions(fixture);
        Hold hold = fixture.client(sessions.source()).lock(kept).acquire();
        Rowlock other = fixture.client();

        sessions.end();
        fixture.await().until(() -> !hold.isHeld());

        assertThat(other.lock(kept).tryAcquire()).isEmpty();
        other.admin().revokeNow(kept.name(), hold.token());
        assertThat(other.lock(kept).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void aTicketOutlastsTheConnection(ContractFixture fixture) {
        String name = fixture.name("form");
        ServerSessions sessions = new ServerSessions(fixture);
        LockTicket ticket =
                fixture.client(sessions.source()).lock(name).acquire().detach();
        Rowlock other = fixture.client();

        sessions.end();

        assertThat(other.resume(ticket).check()).isTrue();
        assertThat(other.lock(name).tryAcquire()).isEmpty();
        assertThat(other.resume(ticket).release()).isTrue();
        assertThat(other.lock(name).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void twoHundredLocksAreTiedToAtMostTwoConnections(ContractFixture fixture) {
        Rowlock client = fixture.client();
        List<Hold> holds = new CopyOnWriteArrayList<>();

        fixture.crew()
                .together(
                        8,
                        number -> IntStream.range(0, 25)
                                .forEach(each -> holds.add(client.lock(fixture.name("many" + number + '-' + each))
                                        .acquire())));

        assertThat(holds).hasSize(200).allMatch(Hold::isHeld).allMatch(Hold::check);
        assertThat(fixture.source().peak()).isLessThanOrEqualTo(2);
        holds.forEach(Hold::close);
        fixture.await().until(() -> fixture.source().open() == 0);
    }

    @Promise
    default void aConnectionStaysOutAsLongAsALockIsOnItAndGoesBackWithNone(ContractFixture fixture) {
        SmallPool pool = fixture.pool(2);
        Rowlock client = fixture.client(pool);
        String name = fixture.name("pooled");
        Rowlock other = fixture.client();

        try (Hold hold = client.lock(name).acquire()) {
            assertThat(other.lock(name).tryAcquire(Duration.ofMillis(500))).isEmpty();
            assertThat(pool.lent()).isPositive();
            assertThat(hold.check()).isTrue();
        }
        fixture.await().until(() -> pool.lent() == 0);
        assertThat(other.lock(name).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void aLockThatIsNeitherRenewedNorClosedIsFreeAfterItsLease(ContractFixture fixture) {
        LockDefinition forgotten = LockDefinition.of(fixture.name("forgotten"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        Hold hold = fixture.client().lock(forgotten).acquire();

        try (Hold next = fixture.client().lock(forgotten).acquire()) {
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(hold.isHeld()).isFalse();
        }
    }

    /** A transaction has the row locked for longer than the release is repeated. Other holds of the same connection stay. */
    @Promise
    default void aReleaseThatIsGivenUpLeavesNoLockBehind(ContractFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("given-up")).withLease(Duration.ofSeconds(1));
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        try (Hold kept = client.lock(fixture.name("kept")).acquire()) {
            Hold hold = client.lock(definition).acquire();
            try (LockTable.RowLock open = fixture.rows().lockRow(definition.name())) {
                hold.close();
                long repeated = System.nanoTime() + Duration.ofSeconds(3).toNanos();
                fixture.await().until(() -> System.nanoTime() - repeated > 0 && isExpired(other, definition));
                assertThat(open.isOpen()).isTrue();
            }
            assertThat(ContractFixture.closed(other.lock(definition).acquire())).isTrue();
            assertThat(ContractFixture.closed(client.lock(definition).acquire()))
                    .isTrue();
            assertThat(kept.check()).isTrue();
        }
    }

    /** Not as long as a session has the lock, whatever the row says. */
    private static boolean isExpired(Rowlock client, LockDefinition definition) {
        return client.admin().find(definition.name()).orElseThrow().state() == State.EXPIRED;
    }

    @Promise
    default void locksOnLeasesAndOnConnectionsExcludeEachOther(ContractFixture fixture) {
        String name = fixture.name("mixed");
        Rowlock bound = fixture.client();
        Rowlock leasing = fixture.leaseClient();

        try (Hold hold = bound.lock(name).acquire()) {
            assertThat(leasing.lock(name).tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
        try (Hold hold = leasing.lock(name).acquire()) {
            assertThat(bound.lock(name).tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
        assertThat(bound.lock(name).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void aPoolerThatSharesSessionsIsRejectedAtStartup(ContractFixture fixture) throws SQLException {
        try (SharedSessionDataSource shared = SharedSessionDataSource.pooler(fixture.watched())) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> fixture.client(shared))
                    .withMessageContaining(fixture.database() == Database.H2 ? "same connection" : "pooler");
        }
    }
}
