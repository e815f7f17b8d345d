package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.Rowlock;
import io.rowlock.TableName;
import io.rowlock.internal.jdbc.JdbcStores;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.ClaimOutcome;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.time.Terms;
import io.rowlock.TableName;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.KeylessDataSource;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** S3: the tokens of a lock strictly increase, whatever happens between two grants. */
public interface TokenContract extends Contract {

    @Promise
    default void tokensGrowFromGrantToGrant(ContractFixture bench) {
        DistributedLock lock = bench.client().lock(bench.name("counted"));

        long[] tokens = LongStream.generate(() -> token(lock)).limit(50).toArray();

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Promise
    default void tokensGrowFromClientToClient(ContractFixture bench) {
        String name = bench.name("counted");
        long first = token(bench.client().lock(name));
        long second = token(bench.client().lock(name));

        assertThat(second).isGreaterThan(first);
    }

    @Promise
    default void tokensGrowAcrossAnExpiry(ContractFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("abandoned"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        Hold abandoned = bench.client().lock(definition).acquire();

        try (Hold next = bench.client().lock(definition).acquire(Duration.ofSeconds(30))) {
            assertThat(next.token()).isGreaterThan(abandoned.token());
        }
    }

    @Promise
    default void renewalKeepsTheToken(ContractFixture bench) {
        String name = bench.name("renewed");
        Rowlock client = bench.client();

        try (Hold hold = client.lock(name).acquire()) {
            long token = hold.token();
            hold.renew();
            assertThat(hold.token()).isEqualTo(token);
            assertThat(client.admin().find(name).orElseThrow().token()).isEqualTo(token);
        }
    }

    @Promise
    default void tokensGrowAcrossAPurge(ContractFixture bench) {
        bench.useOwnTable();
        Rowlock client = bench.client();
        String name = bench.name("forgotten");
        long before = token(client.lock(name));
        bench.rows().age(name, Duration.ofDays(3));

        assertThat(client.admin().purge(Duration.ofDays(1))).isEqualTo(1);
        assertThat(bench.rows().find(name)).isEmpty();

        assertThat(token(client.lock(name))).isGreaterThan(before);
    }

    /** The database's clock was an hour ahead when the last token was given, and has been corrected since. */
    @Promise
    default void tokensGrowWhenTheDatabasesClockWasSetBack(ContractFixture bench) {
        String name = bench.name("future");
        DistributedLock lock = bench.client().lock(name);
        long future = token(lock) + Duration.ofHours(1).toMillis() * 1_000;
        bench.rows().set(name, "token", future);

        assertThat(token(lock)).isEqualTo(future + 1);
        assertThat(token(bench.client().lock(name))).isEqualTo(future + 2);
    }

    @Promise
    default void aHoldWithATokenFromTheFutureWorksAsAnyOther(ContractFixture bench) {
        String name = bench.name("future");
        DistributedLock lock = bench.client().lock(name);
        long future = token(lock) + Duration.ofDays(400).toMillis() * 1_000;
        bench.rows().set(name, "token", future);

        try (Hold hold = lock.acquire()) {
            hold.renew();
            assertThat(hold.check()).isTrue();
            assertThat(lock.tryAcquire()).isEmpty();
        }
        assertThat(token(lock)).isGreaterThan(future);
    }

    private static long token(DistributedLock lock) {
        try (Hold hold = lock.acquire()) {
            return hold.token();
        }
    }

    /** MySQL's and MariaDB's grants come back as generated keys; where they do not, the rows are looked at. */
    @Promise
    default void aDriverThatBringsNoKeysBackLeavesNoGrantWithoutItsToken(ContractFixture bench) {
        bench.useOwnTable();
        JdbcStores stores = JdbcStores.open(
                new KeylessDataSource(bench.testDatabase().dataSource()),
                TableName.of(bench.table()),
                true,
                Duration.ofMinutes(1));
        try (LockStore store = stores.get()) {
            for (String round : List.of("created", "taken")) {
                List<Claim> claims = Stream.of("a", "b", "c")
                        .map(name -> claim(name, round + name))
                        .toList();
                List<ClaimOutcome> outcomes =
                        store.serve(new Batch(claims, List.of(), List.of())).claims();
                List<Grant> grants = claims.stream()
                        .map(claim -> new Grant(
                                claim.key(),
                                ((ClaimOutcome.Granted) outcomes.get(claims.indexOf(claim))).token(),
                                claim.requestId()))
                        .toList();
                assertThat(grants)
                        .as(round)
                        .allMatch(grant ->
                                grant.token() == bench.rows().number(grant.key().name(), "token"));
                assertThat(store.renew(grants)).containsOnly(GrantOutcome.DONE);
                assertThat(store.release(grants)).containsOnly(GrantOutcome.DONE);
            }
            Claim alone = claim("a", "alone");
            assertThat(store.acquire(List.of(alone)))
                    .containsExactly(new ClaimOutcome.Granted(bench.rows().number("a", "token")));
            store.release(List.of(new Grant(alone.key(), Grant.UNKNOWN_TOKEN, alone.requestId())));
        }
    }

    private static Claim claim(String name, String requestId) {
        Terms terms = new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1));
        return new Claim(LockKey.of(name), requestId, terms, Duration.ZERO, "owner", Long.MAX_VALUE);
    }
}
