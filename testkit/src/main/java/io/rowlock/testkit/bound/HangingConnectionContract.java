package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.LockTable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Locks that are tied to connections, while one of the connections does not answer. */
public interface HangingConnectionContract extends Contract {

    /** Renewals of holds on both connections share a request. */
    @Promise
    default void aConnectionThatHangsDoesNotCostTheHoldsOfAnother(ContractFixture fixture) {
        HangingDataSource source = new HangingDataSource(fixture.source());
        Rowlock client = fixture.client(source, settings -> settings.callTimeout(Duration.ofMinutes(1)));
        List<Hold> first = acquire(client, fixture, "first", 20);
        CompletableFuture<Boolean> check = hangIn(first.get(first.size() - 1), source, fixture);
        try {
            List<Hold> kept = acquire(client, fixture, "kept", 20);
            Hold unrenewed = client.lock(shortLease(fixture, "unrenewed").withRenewal(false))
                    .acquire();

            fixture.await().until(() -> !unrenewed.isHeld());

            assertThat(kept).allMatch(Hold::isHeld).allMatch(Hold::check);
            kept.forEach(Hold::close);
        } finally {
            source.letGo();
        }
        assertThat(check).succeedsWithin(60, TimeUnit.SECONDS);
        first.forEach(Hold::close);
    }

    /** A pool keeps a session that its driver cannot abort, as H2's. */
    @Promise
    default void aClientThatClosesWithoutReleasingLeavesNoLockInThePool(ContractFixture fixture) {
        LockDefinition definition = shortLease(fixture, "unreleased");
        Rowlock client = fixture.client(fixture.pool(2), settings -> settings.callTimeout(Duration.ofSeconds(1)));
        Hold hold = client.lock(definition).acquire();
        try (LockTable.RowLock open = fixture.rows().lockRow(definition.name())) {
            client.close();
            assertThat(open.isOpen()).isTrue();
        }

        try (Hold next = fixture.client().lock(definition).acquire(Duration.ofSeconds(30))) {
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }

    /** Has the connection of a hold hang in a check of the hold. */
    static CompletableFuture<Boolean> hangIn(Hold hold, HangingDataSource source, ContractFixture fixture) {
        source.hangNext();
        CompletableFuture<Boolean> check = CompletableFuture.supplyAsync(hold::check);
        fixture.await().until(() -> source.waiting() > 0);
        return check;
    }

    private static List<Hold> acquire(Rowlock client, ContractFixture fixture, String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(number ->
                        client.lock(shortLease(fixture, name + number)).acquire())
                .toList();
    }

    private static LockDefinition shortLease(ContractFixture fixture, String name) {
        return LockDefinition.of(fixture.name(name)).withLease(Duration.ofSeconds(3));
    }
}
