package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockEvent.Renewed;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Locks that are tied to connections whose driver ignores an abort. */
public interface UnabortableConnectionContract extends Contract {

    /** The worker of the call is replaced a second after the call's timeout. */
    @Promise
    default void aCallThatEndsTooLateDoesNotCostTheHoldsOfItsConnection(ContractFixture fixture) {
        HangingDataSource source = new HangingDataSource(fixture.source());
        AtomicInteger renewals = new AtomicInteger();
        Rowlock client = fixture.client(
                source,
                settings -> settings.callTimeout(Duration.ofSeconds(1)).listener(event -> {
                    if (event instanceof Renewed) {
                        renewals.incrementAndGet();
                    }
                }));
        try (Hold hold = client.lock(fixture.name("late")).acquire()) {
            long givenUp = System.nanoTime() + Duration.ofSeconds(4).toNanos();
            CompletableFuture<Boolean> check = HangingConnectionContract.hangIn(hold, source, fixture);
            fixture.await().until(() -> System.nanoTime() - givenUp > 0 && check.isDone());

            source.letGo();

            int before = renewals.get();
            fixture.await().until(() -> renewals.get() >= before + 2 || !hold.isHeld());
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.check()).isTrue();
        } finally {
            source.letGo();
        }
    }
}
