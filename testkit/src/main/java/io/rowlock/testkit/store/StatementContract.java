package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.LockTable;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What a call costs: one statement on the common path, and nothing written in vain. */
public interface StatementContract extends Contract {

    @Promise
    default void acquiringAndReleasingAKnownLockIsOneStatementEach(ContractFixture bench) {
        DistributedLock lock = bench.client().lock(bench.name("known"));
        lock.acquire().close();

        int before = bench.source().statements().size();
        Hold hold = lock.tryAcquire().orElseThrow();
        int acquired = bench.source().statements().size();
        hold.close();
        int released = bench.source().statements().size();

        assertThat(acquired - before).as("statements to acquire").isEqualTo(1);
        assertThat(released - acquired).as("statements to release").isEqualTo(1);
    }

    @Promise
    default void renewingAndCheckingIsOneStatementEach(ContractFixture bench) {
        try (Hold hold = bench.client().lock(bench.name("known")).acquire()) {
            int before = bench.source().statements().size();
            hold.renew();
            int renewed = bench.source().statements().size();
            assertThat(hold.check()).isTrue();
            int checked = bench.source().statements().size();

            assertThat(renewed - before).as("statements to renew").isEqualTo(1);
            assertThat(checked - renewed).as("statements to check").isEqualTo(1);
        }
    }

    @Promise
    default void askingAHoldOrMakingALockTouchesNoDatabase(ContractFixture bench) {
        Rowlock client = bench.client();
        String name = bench.name("known");
        try (Hold hold = client.lock(name).acquire()) {
            int before = bench.source().statements().size();
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.remaining()).isPositive();
            assertThat(hold.token()).isPositive();
            assertThat(client.lock(LockDefinition.of(name)).definition().name()).isEqualTo(name);
            assertThat(bench.source().statements().size()).isEqualTo(before);
        }
    }

    @Promise
    default void aFailedTryOnABusyLockWritesNothing(ContractFixture bench) {
        String name = bench.name("busy");
        Rowlock other = bench.client();
        try (Hold taken = bench.client().lock(name).acquire()) {
            var row = bench.rows().row(name);

            assertThat(other.lock(name).tryAcquire()).isEmpty();
            assertThat(other.lock(name).tryAcquire(Duration.ofMillis(100))).isEmpty();

            assertThat(bench.rows().row(name)).isEqualTo(row);
            assertThat(taken.check()).isTrue();
        }
    }

    @Promise
    default void aFailedTryOnABusyLockTakesNoRowLock(ContractFixture bench) {
        String name = bench.name("busy");
        Rowlock other = bench.client();
        try (Hold taken = bench.client().lock(name).acquire();
                LockTable.RowLock open = bench.rows().lockRow(name)) {
            assertThat(open.isOpen()).isTrue();
            assertThat(other.lock(name).tryAcquire()).isEmpty();
            assertThat(taken.isHeld()).isTrue();
        }
    }

    @Promise
    default void closingTheClientReleasesAHundredHoldsInOneStatement(ContractFixture bench) {
        String name = bench.name("many");
        Rowlock client = bench.client();
        List<Hold> holds = IntStream.range(0, 100)
                .mapToObj(number -> client.lock(name + number).acquire())
                .toList();
        int before = bench.source().statements().size();

        client.close();

        assertThat(bench.source().statements().size() - before)
                .as("statements to release all")
                .isEqualTo(1);
        assertThat(holds).noneMatch(Hold::isHeld);
        DistributedLock last = bench.client().lock(name + 99);
        assertThat(last.tryAcquire()).isPresent();
    }
}
