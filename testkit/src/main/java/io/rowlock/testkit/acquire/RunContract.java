package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.testkit.fixture.AnyDatabaseContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Work under a lock, as a lambda or a method reference, with the hold or without it. */
public interface RunContract extends AnyDatabaseContract {

    /** It compiles without a cast or a type argument: that is a part of what it shows. */
    @Promise
    default void everyFormOfWorkRunsUnderTheLock(ClientFixture fixture) throws IOException {
        DistributedLock lock = fixture.client().lock(fixture.name("job"));
        Office office = new Office(lock);

        lock.run(() -> office.report());
        lock.run(office::report);
        lock.run(hold -> office.reportWith(hold));
        lock.run(office::reportWith);
        lock.run(Hold::renew);
        assertThat(lock.tryRun(() -> office.report())).isTrue();
        assertThat(lock.tryRun(office::report)).isTrue();
        assertThat(lock.tryRun(hold -> office.reportWith(hold))).isTrue();
        assertThat(lock.tryRun(office::reportWith)).isTrue();

        String text = lock.call(() -> office.write());
        String same = lock.call(office::write);
        long token = lock.call(hold -> office.writeWith(hold));
        long later = lock.call(office::writeWith);
        assertThat(lock.tryCall(() -> office.write())).contains(text);
        assertThat(lock.tryCall(office::write)).contains(same);
        assertThat(lock.tryCall(hold -> office.writeWith(hold))).isPresent();
        assertThat(lock.tryCall(office::writeWith)).isPresent();
        assertThat(lock.tryCall(Hold::token).orElseThrow()).isGreaterThan(later);

        assertThat(later).isGreaterThan(token);
        assertThat(office.seen).hasSize(16).doesNotContain(false);
        assertThat(lock.tryAcquire()).isPresent();
    }

    @Promise
    default void tryCallRunsNothingWhenTheLockIsTaken(ClientFixture fixture) throws IOException {
        DistributedLock lock = fixture.client().lock(fixture.name("job"));
        Office office = new Office(lock);

        try (Hold held = lock.acquire()) {
            assertThat(lock.tryCall(office::write)).isEmpty();
            assertThat(lock.tryCall(office::writeWith)).isEmpty();
            assertThat(lock.tryRun(office::reportWith)).isFalse();
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(office.seen).isEmpty();
    }

    /** An empty answer would say that the work did not run. */
    @Promise
    default void aNullResultOfTryCallIsAnErrorAndReleasesTheLock(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("job"));

        assertThatNullPointerException()
                .isThrownBy(() -> lock.tryCall(RunContract::nothing))
                .withMessageContaining(lock.definition().name())
                .withMessageContaining("tryRun");

        assertThat(lock.tryAcquire()).isPresent();
    }

    @SuppressWarnings("NullAway") // it is a test of a caller that does so
    private static String nothing() {
        return null;
    }

    @Promise
    default void anExceptionOfTheWorkComesThroughUnchangedAndReleasesTheLock(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("job"));
        IOException failure = new IOException("no paper");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> lock.tryCall(hold -> {
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(lock.tryAcquire()).isPresent();
    }

    /** Its checked exception is declared by the call, and no other call has to declare one. */
    @Promise
    default void workThatReturnsNothingMayThrowACheckedException(ClientFixture fixture) throws IOException {
        DistributedLock lock = fixture.client().lock(fixture.name("job"));
        Office office = new Office(lock);
        IOException failure = new IOException("no paper");

        lock.run(office::mailWith);
        lock.run(hold -> office.mailWith(hold));
        assertThat(lock.tryRun(office::mailWith)).isTrue();
        assertThat(lock.tryRun(hold -> office.mailWith(hold))).isTrue();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> lock.run(hold -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> lock.tryRun(hold -> {
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(office.seen).hasSize(4).doesNotContain(false);
        assertThat(lock.tryAcquire()).isPresent();
    }

    @Promise
    default void workWithAHoldThatWasLostMeanwhileIsToldSo(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("job"));
        DistributedLock lock = fixture.client().lock(definition);

        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> lock.run(hold -> {
                    fixture.client().admin().revokeNow(definition.name(), hold.token());
                    assertThat(hold.check()).isFalse();
                }))
                .withMessageContaining(definition.name());
    }

    @Promise
    default void numbersAndUuidsAreIdsLikeAnyOther(ClientFixture fixture) {
        UUID id = UUID.randomUUID();
        String type = fixture.name("Order");

        try (Hold byNumber = fixture.client().lock(type, 4711).acquire();
                Hold byUuid = fixture.client().lock(type, id).acquire()) {
            assertThat(fixture.client().lock(type, "4711").tryAcquire()).isEmpty();
            assertThat(fixture.client().lock(type + ":" + id).tryAcquire()).isEmpty();
            assertThat(byNumber.key().name()).isEqualTo(type + ":4711");
            assertThat(byUuid.isHeld()).isTrue();
        }
    }

    /** Work of an application, in every shape; it notes whether the lock was taken when it ran. */
    final class Office {
        private final DistributedLock lock;
        private final List<Boolean> seen = new ArrayList<>();

        Office(DistributedLock lock) {
            this.lock = lock;
        }

        void report() {
            seen.add(lock.tryAcquire().isEmpty());
        }

        void reportWith(Hold hold) {
            seen.add(hold.isHeld());
        }

        void mailWith(Hold hold) throws IOException {
            if (!hold.isHeld()) {
                throw new IOException("not held");
            }
            reportWith(hold);
        }

        String write() throws IOException {
            report();
            return "report";
        }

        long writeWith(Hold hold) throws IOException {
            reportWith(hold);
            return hold.token();
        }
    }
}
