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

/** The cost of a call: one statement on the common path, and no needless write. */
public interface StatementContract extends Contract {

    @Promise
    default void acquiringAndReleasingAKnownLockIsOneStatementEach(ContractFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("known"));
        lock.acquire().close();

        int before = fixture.source().statements().size();
        Hold hold = lock.tryAcquire().orElseThrow();
        int acquired = fixture.source().statements().size();
        hold.close();
        int released = fixture.source().statements().size();

        assertThat(acquired - before).as("statements to acquire").isEqualTo(1);
        assertThat(released - acquired).as("statements to release").isEqualTo(1);
    }

    @Promise
    default void renewingAndCheckingIsOneStatementEach(ContractFixture fixture) {
        try (Hold hold = fixture.client().lock(fixture.name("known")).acquire()) {
            int before = fixture.source().statements().size();
            hold.renew();
            int renewed = fixture.source().statements().size();
            assertThat(hold.check()).isTrue();
            int checked = fixture.source().statements().size();

            assertThat(renewed - before).as("statements to renew").isEqualTo(1);
            assertThat(checked - renewed).as("statements to check").isEqualTo(1);
        }
    }

    @Promise
    default void askingAHoldOrMakingALockTouchesNoDatabase(ContractFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("known");
        try (Hold hold = client.lock(name).acquire()) {
            int before = fixture.source().statements().size();
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.remaining()).isPositive();
            assertThat(hold.token()).isPositive();
            assertThat(client.lock(LockDefinition.of(name)).definition().name()).isEqualTo(name);
            assertThat(fixture.source().statements().size()).isEqualTo(before);
        }
    }

    @Promise
    default void aFailedTryOnABusyLockWritesNothing(ContractFixture fixture) {
        String name = fixture.name("busy");
        Rowlock other = fixture.client();
        try (Hold taken = fixture.client().lock(name).acquire()) {
            var row = fixture.rows().row(name);

            assertThat(other.lock(name).tryAcquire()).isEmpty();
            assertThat(other.lock(name).tryAcquire(Duration.ofMillis(100))).isEmpty();

            assertThat(fixture.rows().row(name)).isEqualTo(row);
            assertThat(taken.check()).isTrue();
        }
    }

    @Promise
    default void aFailedTryOnABusyLockTakesNoRowLock(ContractFixture fixture) {
        String name = fixture.name("busy");
        Rowlock other = fixture.client();
        try (Hold taken = fixture.client().lock(name).acquire();
                LockTable.RowLock open = fixture.rows().lockRow(name)) {
            assertThat(open.isOpen()).isTrue();
            assertThat(other.lock(name).tryAcquire()).isEmpty();
            assertThat(taken.isHeld()).isTrue();
        }
    }

    @Promise
    default void closingTheClientReleasesAHundredHoldsInOneStatement(ContractFixture fixture) {
        String name = fixture.name("many");
        Rowlock client = fixture.client();
        List<Hold> holds = IntStream.range(0, 100)
                .mapToObj(number -> client.lock(name + number).acquire())
                .toList();
        int before = fixture.source().statements().size();

        client.close();

        assertThat(fixture.source().statements().size() - before)
                .as("statements to release all")
                .isEqualTo(1);
        assertThat(holds).noneMatch(Hold::isHeld);
        DistributedLock last = fixture.client().lock(name + 99);
        assertThat(last.tryAcquire()).isPresent();
    }
}
