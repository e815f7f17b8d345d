package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.TableName;
import io.rowlock.internal.jdbc.JdbcStores;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.time.Terms;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.KeylessDataSource;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** S3, for drivers that do not tell which keys a statement has generated. */
public interface KeylessDriverContract extends Contract {

    /** MySQL's and MariaDB's grants come back as generated keys; where they do not, the rows are looked at. */
    @Promise
    default void aDriverThatBringsNoKeysBackLeavesNoGrantWithoutItsToken(ContractFixture fixture) {
        fixture.useOwnTable();
        JdbcStores stores = JdbcStores.open(
                new KeylessDataSource(fixture.testDatabase().dataSource()),
                TableName.of(fixture.table()),
                true,
                Duration.ofMinutes(1));
        try (LockStore store = stores.get()) {
            for (String round : List.of("created", "taken")) {
                List<Claim> claims = Stream.of("a", "b", "c")
                        .map(name -> claim(name, round + name))
                        .toList();
                List<AcquireResult> outcomes =
                        store.execute(new Batch(claims, List.of(), List.of())).claims();
                List<Grant> grants = claims.stream()
                        .map(claim -> new Grant(
                                claim.key(),
                                ((AcquireResult.Granted) outcomes.get(claims.indexOf(claim))).token(),
                                claim.requestId()))
                        .toList();
                assertThat(grants)
                        .as(round)
                        .allMatch(grant -> grant.token()
                                == fixture.rows().number(grant.key().name(), "token"));
                assertThat(store.renew(grants)).containsOnly(GrantOutcome.DONE);
                assertThat(store.release(grants)).containsOnly(GrantOutcome.DONE);
            }
            Claim alone = claim("a", "alone");
            assertThat(store.acquire(List.of(alone)))
                    .containsExactly(new AcquireResult.Granted(fixture.rows().number("a", "token")));
            store.release(List.of(new Grant(alone.key(), Grant.UNKNOWN_TOKEN, alone.requestId())));
        }
    }

    private static Claim claim(String name, String requestId) {
        Terms terms = new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1));
        return new Claim(LockKey.of(name), requestId, terms, Duration.ZERO, "owner", Long.MAX_VALUE);
    }
}
