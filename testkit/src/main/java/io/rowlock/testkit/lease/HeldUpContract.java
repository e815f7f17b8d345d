package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.TableName;
import io.rowlock.internal.jdbc.JdbcStores;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.store.HeldUpTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * S8: a statement that has begun, and that the server then holds up, as during DDL or a backup, grants nothing once the
 * latest time of its claim has passed. Its client has long given it up.
 */
public interface HeldUpContract extends Contract {

    /** How far ahead the latest time of the claims lies. */
    Duration AHEAD = Duration.ofMillis(600);

    /** The terms of all claims. */
    Terms TERMS = new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1));

    @Promise
    default void aClaimThatIsHeldUpPastItsLatestTimeIsNotGranted(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        JdbcStores stores = JdbcStores.open(
                fixture.testDatabase().dataSource(), TableName.of(fixture.table()), true, Duration.ofMinutes(1));
        try (LockStore store = stores.get()) {
            Grant offered = acquire(store, "passed");
            Stream.of("single", "one", "other").forEach(name -> store.release(List.of(acquire(store, name))));
            List<CompletableFuture<List<AcquireResult>>> outcomes;
            try (HeldUpTable heldUp = HeldUpTable.of(fixture)) {
                long notAfter = now() + Micros.of(AHEAD);
                outcomes = Stream.<ClaimRequest>of(
                                own -> own.acquire(claims(notAfter, "single")),
                                own -> own.acquire(claims(notAfter, "one", "other")),
                                own -> own.acquire(claims(notAfter, "new")),
                                own -> own.acquire(claims(notAfter, "new-one", "new-other")),
                                own -> List.of(own.handOff(offered, claim("passed", notAfter))))
                        .map(request -> fixture.crew().async(() -> send(stores, request)))
                        .toList();
                fixture.await().until(() -> now() > notAfter);
                assertThat(outcomes).as("sent, and held up by %s", heldUp).noneMatch(CompletableFuture::isDone);
            }
            assertThat(outcomes.stream().flatMap(outcome -> outcome.join().stream()))
                    .hasSize(7)
                    .allMatch(Busy.class::isInstance, "is busy");
            assertThat(store.list().rows())
                    .filteredOn(row -> row.requestId() != null)
                    .extracting(LockRow::token)
                    .containsExactly(offered.token());
            store.release(List.of(offered));
        }
    }

    /** A request with claims, on a connection of its own. */
    @FunctionalInterface
    interface ClaimRequest {
        List<AcquireResult> send(LockStore own);
    }

    private static List<AcquireResult> send(JdbcStores stores, ClaimRequest request) {
        try (LockStore own = stores.get()) {
            return request.send(own);
        }
    }

    private static Grant acquire(LockStore store, String name) {
        Claim claim = claim(name, Long.MAX_VALUE);
        Granted granted = (Granted) store.acquire(List.of(claim)).get(0);
        return new Grant(claim.key(), granted.token(), claim.requestId());
    }

    private static List<Claim> claims(long notAfter, String... names) {
        return Stream.of(names).map(name -> claim(name, notAfter)).toList();
    }

    private static Claim claim(String name, long notAfter) {
        String request = UUID.randomUUID().toString().replace("-", "");
        return new Claim(LockKey.of(name), request, TERMS, Duration.ZERO, "held up", notAfter);
    }

    /** The engines run on this machine, so that its clock is theirs. */
    private static long now() {
        return Micros.of(Duration.ofMillis(System.currentTimeMillis()));
    }
}
