package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockSetupException;
import io.rowlock.LockStatus.State;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.testkit.fixture.Contract;
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

/** What holds of locks that are tied to connections, beyond what holds of all locks. */
public interface BoundContract extends Contract {

    @Override
    default RowlockBuilder settings(RowlockBuilder client) {
        return client.connectionBound();
    }

    @Promise
    default void theEndOfTheConnectionFreesTheLockAndTellsTheHolder(ContractFixture bench) {
        String name = bench.name("cut");
        ServerSessions sessions = new ServerSessions(bench);
        CompletableFuture<String> told = new CompletableFuture<>();
        Hold hold = bench.client(sessions.source()).lock(name).acquire();
        hold.onLost(() -> told.complete(Thread.currentThread().getName()));
        Rowlock other = bench.client();
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
    default void theDeadsLeaseCountsForNothing(ContractFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("dead")).withLease(Duration.ofMinutes(1));
        ServerSessions sessions = new ServerSessions(bench);
        Hold dead = bench.client(sessions.source()).lock(definition).acquire();
        Rowlock other = bench.client();

        sessions.end();

        bench.await()
                .until(() -> other.admin().find(definition.name()).orElseThrow().state() == State.EXPIRED);
        try (Hold next = other.lock(definition).acquire()) {
            assertThat(next.token()).isGreaterThan(dead.token());
            assertThat(next.token() - dead.token()).isLessThan(TimeUnit.SECONDS.toMicros(50));
        }
    }

    @Promise
    default void anotherConnectionsEndLeavesTheLockAlone(ContractFixture bench) {
        ServerSessions sessions = new ServerSessions(bench);
        Hold lost = bench.client(sessions.source()).lock(bench.name("lost")).acquire();
        try (Hold kept = bench.client().lock(bench.name("kept")).acquire()) {
            sessions.end();
            bench.await().until(() -> !lost.isHeld());
            assertThat(kept.check()).isTrue();
        }
        lost.close();
    }

    /** S5: a transaction that was guarded before the end of the connection may still commit, so nobody is let in before. */
    @Promise
    default void aGuardOutlastsTheConnection(ContractFixture bench) throws SQLException {
        String name = bench.name("guarded");
        Ledger ledger = bench.ledger();
        ServerSessions sessions = new ServerSessions(bench);
        Hold hold = bench.client(sessions.source()).lock(name).acquire();
        Rowlock other = bench.client();
        try (Transaction work = Transaction.on(bench.source())) {
            hold.guard(work.connection());
            ledger.write(work.connection());
            sessions.end();
            bench.await().until(() -> !hold.isHeld());

            assertThat(other.lock(name).tryAcquire(Duration.ofMillis(300))).isEmpty();
            work.commit();
        }
        try (Hold next = other.lock(name).acquire()) {
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(ledger.entriesSeenByOthers()).isOne();
        }
    }

    @Promise
    default void keepForOutlastsTheConnection(ContractFixture bench) {
        LockDefinition kept = LockDefinition.of(bench.name("kept")).withKeepFor(Duration.ofMinutes(1));
        ServerSessions sessions = new ServerSessions(bench);
        Hold hold = bench.client(sessions.source()).lock(kept).acquire();
        Rowlock other = bench.client();

        sessions.end();
        bench.await().until(() -> !hold.isHeld());

        assertThat(other.lock(kept).tryAcquire()).isEmpty();
        other.admin().revokeNow(kept.name(), hold.token());
        assertThat(other.lock(kept).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void aTicketOutlastsTheConnection(ContractFixture bench) {
        String name = bench.name("form");
        ServerSessions sessions = new ServerSessions(bench);
        LockTicket ticket = bench.client(sessions.source()).lock(name).acquire().detach();
        Rowlock other = bench.client();

        sessions.end();

        assertThat(other.resume(ticket).check()).isTrue();
        assertThat(other.lock(name).tryAcquire()).isEmpty();
        assertThat(other.resume(ticket).release()).isTrue();
        assertThat(other.lock(name).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void twoHundredLocksAreTiedToAtMostTwoConnections(ContractFixture bench) {
        Rowlock client = bench.client();
        List<Hold> holds = new CopyOnWriteArrayList<>();

        bench.crew()
                .together(
                        8,
                        number -> IntStream.range(0, 25)
                                .forEach(each -> holds.add(client.lock(bench.name("many" + number + '-' + each))
                                        .acquire())));

        assertThat(holds).hasSize(200).allMatch(Hold::isHeld).allMatch(Hold::check);
        assertThat(bench.source().peak()).isLessThanOrEqualTo(2);
        holds.forEach(Hold::close);
        bench.await().until(() -> bench.source().open() == 0);
    }

    @Promise
    default void aConnectionStaysOutAsLongAsALockIsOnItAndGoesBackWithNone(ContractFixture bench) {
        SmallPool pool = bench.pool(2);
        Rowlock client = bench.client(pool);
        String name = bench.name("pooled");
        Rowlock other = bench.client();

        try (Hold hold = client.lock(name).acquire()) {
            assertThat(other.lock(name).tryAcquire(Duration.ofMillis(500))).isEmpty();
            assertThat(pool.lent()).isPositive();
            assertThat(hold.check()).isTrue();
        }
        bench.await().until(() -> pool.lent() == 0);
        assertThat(other.lock(name).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void aLockThatIsNeitherRenewedNorClosedIsFreeAfterItsLease(ContractFixture bench) {
        LockDefinition forgotten = LockDefinition.of(bench.name("forgotten"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        Hold hold = bench.client().lock(forgotten).acquire();

        try (Hold next = bench.client().lock(forgotten).acquire()) {
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(hold.isHeld()).isFalse();
        }
    }

    /** They are not purged, for clients know them by heart; so there must be no more of them than names. */
    @Promise
    default void aNameLeavesTwoRowsForTheServersNameAtMostHoweverOftenItIsUsed(ContractFixture bench) {
        String name = bench.name("named");
        String sql = "SELECT COUNT(*) FROM " + bench.table() + " WHERE slot BETWEEN -99 AND -10 AND (name = '" + name
                + "' OR owner = '" + name + "')";
        bench.client().lock(name).run(() -> {});
        long first = bench.sql().number(sql);
        for (Rowlock client : List.of(bench.client(), bench.client())) {
            client.lock(name).run(() -> {});
            client.lock(name).run(() -> {});
        }

        bench.client().admin().purge(Duration.ofDays(1));

        assertThat(first).isBetween(1L, 2L);
        assertThat(bench.sql().number(sql)).isEqualTo(first);
    }

    /** What an operator does who wants to be rid of them: stop the clients, delete, start. */
    @Promise
    default void rowsForServersNamesThatWereDeletedWhileNoClientRanAreMadeAgain(ContractFixture bench) {
        bench.useOwnTable();
        String name = bench.name("renamed");
        try (Rowlock before = bench.client()) {
            before.lock(name).run(() -> {});
        }

        bench.sql().run("DELETE FROM " + bench.table() + " WHERE slot BETWEEN -99 AND -10");

        Rowlock other = bench.client();
        try (Hold hold = bench.client().lock(name).acquire()) {
            assertThat(other.lock(name).tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
        assertThat(other.lock(name).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void namesThatAServerMightMistakeForOneAnotherAreDifferentLocks(ContractFixture bench) {
        Rowlock one = bench.client();
        Rowlock other = bench.client();
        String common = bench.name("n");
        String longName = common + "x".repeat(199 - common.length());

        assertDifferent(one, other, common + "order", common + "Order");
        assertDifferent(one, other, common + "Case", common + "case");
        assertDifferent(one, other, longName + 'a', longName + 'b');
        assertDifferent(one, other, common + "\u00e9", common + "e\u0301");
        assertDifferent(one, other, common + "\u00df", common + "ss");
        assertDifferent(one, other, common + "\ud83d\ude00", common + "\ud83d\ude01");
        assertDifferent(one, other, "rowlock:" + common, "Rowlock:" + common);
    }

    private static void assertDifferent(Rowlock one, Rowlock other, String name, String alike) {
        try (Hold hold = one.lock(name).acquire();
                Hold second = other.lock(alike).tryAcquire().orElseThrow(() -> new AssertionError(alike))) {
            assertThat(other.lock(name).tryAcquire()).as(name).isEmpty();
            assertThat(one.lock(alike).tryAcquire()).as(alike).isEmpty();
            assertThat(hold.check() && second.check()).isTrue();
        }
    }

    /** A transaction has the row locked for longer than the release is repeated. Other holds of the same connection stay. */
    @Promise
    default void aReleaseThatIsGivenUpLeavesNoLockBehind(ContractFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("given-up")).withLease(Duration.ofSeconds(1));
        Rowlock client = bench.client();
        Rowlock other = bench.client();
        try (Hold kept = client.lock(bench.name("kept")).acquire()) {
            Hold hold = client.lock(definition).acquire();
            try (LockTable.RowLock open = bench.rows().lockRow(definition.name())) {
                hold.close();
                long repeated = System.nanoTime() + Duration.ofSeconds(3).toNanos();
                bench.await().until(() -> System.nanoTime() - repeated > 0 && isExpired(other, definition));
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
    default void locksOnLeasesAndOnConnectionsExcludeEachOther(ContractFixture bench) {
        String name = bench.name("mixed");
        Rowlock bound = bench.client();
        Rowlock leasing = bench.leaseClient();

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
    default void aPoolerThatSharesSessionsIsRefusedAtTheStart(ContractFixture bench) throws SQLException {
        try (SharedSessionDataSource shared = SharedSessionDataSource.pooler(bench.watched())) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> bench.client(shared))
                    .withMessageContaining(bench.database() == Database.H2 ? "same connection" : "pooler");
        }
    }
}
