package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.stream.LongStream;

/** S3: the tokens of a lock strictly increase, whatever happens between two grants. */
public interface TokenContract extends ClientContract {

    @Promise
    default void tokensGrowFromGrantToGrant(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("counted"));

        long[] tokens = LongStream.generate(() -> token(lock)).limit(50).toArray();

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Promise
    default void tokensGrowFromClientToClient(ClientFixture fixture) {
        String name = fixture.name("counted");
        long first = token(fixture.client().lock(name));
        long second = token(fixture.client().lock(name));

        assertThat(second).isGreaterThan(first);
    }

    @Promise
    default void tokensGrowAcrossAnExpiry(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("abandoned"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        Hold abandoned = fixture.client().lock(definition).acquire();

        try (Hold next = fixture.client().lock(definition).acquire(Duration.ofSeconds(30))) {
            assertThat(next.token()).isGreaterThan(abandoned.token());
        }
    }

    @Promise
    default void renewalKeepsTheToken(ClientFixture fixture) {
        String name = fixture.name("renewed");
        Rowlock client = fixture.client();

        try (Hold hold = client.lock(name).acquire()) {
            long token = hold.token();
            hold.renew();
            assertThat(hold.token()).isEqualTo(token);
            assertThat(client.admin().find(name).orElseThrow().token()).isEqualTo(token);
        }
    }

    @Promise
    default void tokensGrowAcrossAPurge(ClientFixture fixture) {
        fixture.useOwnTable();
        Rowlock client = fixture.client();
        String name = fixture.name("forgotten");
        long before = token(client.lock(name));
        fixture.rows().age(name, Duration.ofDays(3));

        assertThat(client.admin().purge(Duration.ofDays(1))).isEqualTo(1);
        assertThat(fixture.rows().find(name)).isEmpty();

        assertThat(token(client.lock(name))).isGreaterThan(before);
    }

    /** The database's clock was an hour ahead when the last token was given, and has been corrected since. */
    @Promise
    default void tokensGrowWhenTheDatabasesClockWasSetBack(ClientFixture fixture) {
        String name = fixture.name("future");
        DistributedLock lock = fixture.client().lock(name);
        long future = token(lock) + Duration.ofHours(1).toMillis() * 1_000;
        fixture.rows().set(name, "token", future);

        assertThat(token(lock)).isEqualTo(future + 1);
        assertThat(token(fixture.client().lock(name))).isEqualTo(future + 2);
    }

    @Promise
    default void aHoldWithATokenFromTheFutureWorksAsAnyOther(ClientFixture fixture) {
        String name = fixture.name("future");
        DistributedLock lock = fixture.client().lock(name);
        long future = token(lock) + Duration.ofDays(400).toMillis() * 1_000;
        fixture.rows().set(name, "token", future);

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
}
