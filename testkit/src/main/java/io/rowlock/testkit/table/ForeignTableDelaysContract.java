package io.rowlock.testkit.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.internal.jdbc.foreign.JdbcTableStores;
import io.rowlock.internal.jdbc.foreign.JdbcTableStores.Use;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.table.TableStore;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.TestDatabase;
import io.rowlock.testkit.store.HeldUpTable;
import io.rowlock.testkit.table.ForeignRowLockContract.HoldUp;
import io.rowlock.testkit.table.ForeignRowLockContract.RowLock;
import io.rowlock.testkit.table.TableLocksContract.Kind;
import io.rowlock.testkit.table.TableLocksContract.TableFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * S8 on tables that others have designed: a statement that the database executes late, after its client gave it up or after a
 * newer one, grants nothing, and moves no expiry back.
 */
public interface ForeignTableDelaysContract {

    /** How far ahead the latest time of the claims lies. */
    Duration AHEAD = Duration.ofMillis(600);

    /** The terms of all claims. */
    Terms TERMS = new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1));

    /** The database under test. */
    TestDatabase database();

    /** A release of the one leaves a row, of the other none, so that an update and an insert are held up. */
    @Promise
    default void aClaimThatIsHeldUpPastItsLatestTimeIsNotGrantedOnTablesOfOthers() throws Exception {
        for (Kind kind : List.of(Kind.SHEDLOCK, Kind.LOCKS)) {
            try (TableFixture fixture = new TableFixture(database(), kind)) {
                assertNotGrantedWhenHeldUp(fixture);
            }
        }
    }

    private static void assertNotGrantedWhenHeldUp(TableFixture fixture) throws Exception {
        JdbcTableStores stores = open(fixture, false);
        try (TableStore store = stores.get()) {
            Grant held = acquire(store, "Job:held");
            store.release(List.of(acquire(store, "Job:free")));
            List<CompletableFuture<AcquireResult>> outcomes;
            try (HeldUpTable heldUp = heldUp(fixture)) {
                long notAfter = now() + Micros.of(AHEAD);
                outcomes = Stream.of("Job:free", "Job:new")
                        .map(name -> claim(name, notAfter))
                        .map(claim -> async(() -> send(stores, claim)))
                        .toList();
                fixture.classic.await().until(() -> now() > notAfter);
                assertThat(outcomes).as("sent, and held up by %s", heldUp).noneMatch(CompletableFuture::isDone);
            }
            assertThat(outcomes.stream().map(CompletableFuture::join))
                    .as("claims on " + fixture.kind)
                    .hasSize(2)
                    .allMatch(Busy.class::isInstance, "is busy");
            assertThat(store.check(held)).isTrue();
        }
    }

    private static HeldUpTable heldUp(TableFixture fixture) throws SQLException {
        TestDatabase database = fixture.classic.testDatabase();
        return HeldUpTable.of(database.dataSource(), database.product(), fixture.table);
    }

    static <T> CompletableFuture<T> async(Supplier<T> call) {
        return CompletableFuture.supplyAsync(call, task -> new Thread(task, "held up").start());
    }

    static AcquireResult send(JdbcTableStores stores, Claim claim) {
        try (TableStore own = stores.get()) {
            return own.acquire(List.of(claim)).get(0);
        }
    }

    /** Owners may choose their names and take a lock again: then only the time tells which of their grants a release means. */
    @Promise
    default void aReleaseThatIsHeldUpPastItsLatestTimeReleasesNothing() throws Exception {
        for (HoldUp heldUp : List.<HoldUp>of(ForeignTableDelaysContract::heldUp, RowLock::locked, RowLock::changed)) {
            assertReleasesNothingAfter(heldUp);
        }
    }

    private void assertReleasesNothingAfter(HoldUp holdUp) throws Exception {
        try (TableFixture fixture = new TableFixture(database(), Kind.DIST_LOCK)) {
            JdbcTableStores stores = open(fixture, true);
            try (TableStore store = stores.get()) {
                Grant grant = acquire(store, "Job:held");
                Grant.Seen seen = store.snapshot(grant).orElseThrow();
                CompletableFuture<GrantOutcome> release;
                try (AutoCloseable heldUp = holdUp.of(fixture)) {
                    long notAfter = now() + Micros.of(AHEAD);
                    release = async(() -> release(stores, grant, seen, notAfter));
                    fixture.classic.await().until(() -> now() > notAfter);
                    assertThat(release).as("sent, and held up by %s", heldUp).isNotDone();
                }
                assertThat(release)
                        .failsWithin(Duration.ofMinutes(1))
                        .withThrowableThat()
                        .withMessageContaining("after its latest time");
                assertThat(store.check(grant)).isTrue();
                assertThat(store.release(grant, seen, inTime())).isEqualTo(GrantOutcome.DONE);
                assertThat(store.check(grant)).isFalse();
                assertThat(store.release(grant, seen, inTime())).isEqualTo(GrantOutcome.NOT_OWNER);
            }
        }
    }

    private static GrantOutcome release(JdbcTableStores stores, Grant grant, Grant.Seen seen, long notAfter) {
        try (TableStore own = stores.get()) {
            return own.release(grant, seen, notAfter);
        }
    }

    /** As it is when the database executes an older renewal after a newer one. */
    @Promise
    default void aRenewalDoesNotMoveAnExpiryBackOnTablesOfOthers() throws Exception {
        onEachKind((fixture, store) -> {
            Extended extended = Extended.on(fixture, store);
            Grant grant = extended.grant();
            Grant none = new Grant(grant.key(), grant.token(), requestId());
            assertThat(store.renew(List.of(grant, none))).containsExactly(GrantOutcome.DONE, GrantOutcome.NOT_OWNER);
            extended.assertExpiryKept(fixture);
        });
    }

    /** As it is when the database executes a statement of a claim again, after its lock was extended. */
    @Promise
    default void aRepeatedClaimDoesNotMoveAnExpiryBackOnTablesOfOthers() throws Exception {
        onEachKind((fixture, store) -> {
            Extended extended = Extended.on(fixture, store);
            assertThat(store.acquire(List.of(extended.claim())).get(0)).isInstanceOf(Granted.class);
            extended.assertExpiryKept(fixture);
        });
    }

    /** A status that says free counts more than an expiry that the last holder left ahead. */
    @Promise
    default void aClaimAfterAReleaseLastsFromNowOn() throws Exception {
        onEachKind((fixture, store) -> {
            Extended extended = Extended.on(fixture, store);
            store.release(List.of(extended.grant()));
            fixture.classic
                    .await()
                    .until(() -> store.acquire(List.of(extended.claim())).get(0) instanceof Granted);
            assertThat(expiry(fixture).get(0))
                    .as("expiry on " + fixture.kind)
                    .isLessThan(extended.expiry().get(0));
        });
    }

    /** Where callers choose the owner, claiming again means to have it from now on, also if it ends sooner by that. */
    @Promise
    default void anOwnerWhoClaimsAgainHasItFromNowOn() throws Exception {
        try (TableFixture fixture = new TableFixture(database(), Kind.DIST_LOCK);
                TableStore store = open(fixture, true).get()) {
            Claim claim = claim(TableFixture.NAME, inTime());
            store.prolong(acquire(store, claim), Duration.ofMinutes(5));
            String expiry = expiry(fixture).get(0);
            assertThat(store.acquire(List.of(claim)).get(0)).isInstanceOf(Granted.class);
            assertThat(expiry(fixture).get(0)).isLessThan(expiry);
        }
    }

    private void onEachKind(Check check) throws Exception {
        for (Kind kind : Kind.values()) {
            try (TableFixture fixture = new TableFixture(database(), kind);
                    TableStore store = open(fixture, false).get()) {
                check.on(fixture, store);
            }
        }
    }

    private static List<String> expiry(TableFixture fixture) {
        return fixture.classic.column(
                "SELECT " + fixture.kind.description().columns().expiry() + " FROM " + fixture.table);
    }

    static JdbcTableStores open(TableFixture fixture, boolean reclaiming) {
        Use use = new Use(
                reclaiming ? Optional.empty() : Optional.of("late"), !reclaiming, reclaiming, Duration.ofMinutes(1));
        return JdbcTableStores.open(fixture.classic.source(), fixture.description(), use);
    }

    static Grant acquire(TableStore store, String name) {
        return acquire(store, claim(name, inTime()));
    }

    private static Grant acquire(TableStore store, Claim claim) {
        Granted granted = (Granted) store.acquire(List.of(claim)).get(0);
        return new Grant(claim.key(), granted.token(), claim.requestId());
    }

    static Claim claim(String name, long notAfter) {
        return new Claim(LockKey.of(name), requestId(), TERMS, Duration.ZERO, "late", notAfter);
    }

    private static String requestId() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    /** The engines run on this machine, so that its clock is theirs. */
    static long now() {
        return Micros.of(Duration.ofMillis(System.currentTimeMillis()));
    }

    private static long inTime() {
        return now() + Micros.of(Duration.ofMinutes(1));
    }

    /** A check on one table, through a store whose requests have owners of their own. */
    interface Check {
        void on(TableFixture fixture, TableStore store) throws Exception;
    }

    /**
     * A grant that was extended by five minutes.
     *
     * @param claim the claim that was granted
     * @param grant the grant
     * @param expiry the expiry in the table after that
     */
    record Extended(Claim claim, Grant grant, List<String> expiry) {
        static Extended on(TableFixture fixture, TableStore store) {
            Claim claim = ForeignTableDelaysContract.claim(TableFixture.NAME, inTime());
            Grant grant = acquire(store, claim);
            store.prolong(grant, Duration.ofMinutes(5));
            return new Extended(claim, grant, ForeignTableDelaysContract.expiry(fixture));
        }

        void assertExpiryKept(TableFixture fixture) {
            assertThat(ForeignTableDelaysContract.expiry(fixture))
                    .as("expiry on " + fixture.kind)
                    .isEqualTo(expiry);
        }
    }
}
