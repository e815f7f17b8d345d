package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.LockStatus;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** S1: one grant at a time. S2: while a hold says that it is held, nobody else was granted the lock. */
public interface ExclusionContract extends ClientContract {

    @Promise
    default void secondCallerGetsNothingUntilTheFirstIsDone(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("report"));

        try (Hold first = lock.tryAcquire().orElseThrow()) {
            assertThat(lock.tryAcquire()).isEmpty();
            assertThat(first.isHeld()).isTrue();
        }
        assertThat(lock.tryAcquire()).isPresent();
    }

    @Promise
    default void secondClientGetsNothingUntilTheFirstIsDone(ClientFixture fixture) {
        String name = fixture.name("report");
        DistributedLock here = fixture.client().lock(name);
        DistributedLock there = fixture.client().lock(name);

        try (Hold first = here.tryAcquire().orElseThrow()) {
            assertThat(there.tryAcquire()).isEmpty();
            assertThat(first.check()).isTrue();
        }
        assertThat(there.tryAcquire()).isPresent();
    }

    @Promise
    default void differentLocksDoNotExcludeEachOther(ClientFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("one");

        try (Hold one = client.lock(name).acquire();
                Hold other = client.lock(name + "-other").acquire()) {
            assertThat(one.isHeld()).isTrue();
            assertThat(other.isHeld()).isTrue();
        }
    }

    @Promise
    default void clientsOfDifferentTablesNeverMeet(ClientFixture fixture) {
        String name = fixture.name("shared");
        try (Hold here = fixture.client().lock(name).acquire()) {
            fixture.useOwnTable();
            try (Hold there = fixture.client().lock(name).acquire()) {
                assertThat(here.check()).isTrue();
                assertThat(there.check()).isTrue();
            }
        }
    }

    /** A counter that is read, thought about, and written: two at once would lose a step, and be seen. */
    @Promise
    default void manyThreadsOfSeveralClientsNeverMeetUnderTheLock(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("counter"));
        List<Rowlock> clients = List.of(fixture.client(), fixture.client(), fixture.client());
        AtomicBoolean inside = new AtomicBoolean();
        int[] counter = {0};
        List<Long> tokens = new ArrayList<>();

        fixture.crew().together(12, number -> {
            DistributedLock lock = clients.get(number % clients.size()).lock(definition);
            for (int round = 0; round < 5; round++) {
                try (Hold hold = lock.acquire()) {
                    assertThat(inside.compareAndSet(false, true))
                            .as("alone under the lock")
                            .isTrue();
                    int seen = counter[0];
                    fixture.crew().pause(Duration.ofNanos(1));
                    counter[0] = seen + 1;
                    tokens.add(hold.token());
                    assertThat(hold.isHeld()).isTrue();
                    assertThat(inside.compareAndSet(true, false))
                            .as("still alone under the lock")
                            .isTrue();
                }
            }
        });

        assertThat(counter[0]).isEqualTo(60);
        assertThat(tokens).hasSize(60).isSorted().doesNotHaveDuplicates();
    }

    /** Nobody waits here: all ask at once, again and again, for locks that were never used before. */
    @Promise
    default void ofManyWhoAskForANewLockAtOnceExactlyOneGetsIt(ClientFixture fixture) {
        List<Rowlock> clients = List.of(fixture.client(), fixture.client(), fixture.client());
        List<String> names = IntStream.range(0, 10)
                .mapToObj(round -> fixture.name("new-" + round))
                .toList();

        for (String name : names) {
            List<Hold> granted = fixture.crew()
                    .gather(9, number -> clients.get(number % 3).lock(name).tryAcquire());
            assertThat(granted).hasSize(1);
            granted.forEach(Hold::close);
        }
    }

    @Promise
    default void aHoldBelongsToWhoeverHasItAndNotToAThread(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("handed-on"));
        Hold hold = fixture.crew().elsewhere(lock::acquire);

        assertThat(lock.tryAcquire()).isEmpty();
        hold.close();
        assertThat(lock.tryAcquire()).isPresent();
    }

    @Promise
    default void tryRunRunsTheWorkOnlyWhenTheLockIsFree(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("job"));
        AtomicBoolean nested = new AtomicBoolean(true);
        AtomicBoolean ran = new AtomicBoolean();

        assertThat(lock.tryRun(() -> nested.set(lock.tryRun(() -> ran.set(true)))))
                .isTrue();

        assertThat(nested).isFalse();
        assertThat(ran).isFalse();
        assertThat(lock.tryRun(() -> ran.set(true))).isTrue();
        assertThat(ran).isTrue();
    }

    @Promise
    default void runWaitsItsDefinitionsWaitAndRunsNothingInVain(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("job")).withWait(Duration.ofMillis(50));
        DistributedLock lock = fixture.client().lock(definition);
        AtomicBoolean ran = new AtomicBoolean();

        try (Hold held = lock.acquire()) {
            assertThatExceptionOfType(LockTimeoutException.class).isThrownBy(() -> lock.run(() -> ran.set(true)));
            assertThat(ran).isFalse();
            assertThat(held.isHeld()).isTrue();
        }
        lock.run(() -> ran.set(true));
        assertThat(ran).isTrue();
    }

    @Promise
    default void callReturnsWhatTheWorkReturnsAndReleases(ClientFixture fixture) throws IOException {
        DistributedLock lock = fixture.client().lock(fixture.name("job"));

        String answer = lock.<String, IOException>call(
                () -> lock.tryAcquire().isEmpty() ? "done under the lock" : "done without it");

        assertThat(answer).isEqualTo("done under the lock");
        assertThat(lock.tryAcquire()).isPresent();
    }

    @Promise
    default void workThatThrowsReleasesTheLockAndItsExceptionComesThroughUnchanged(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("job"));
        IOException mishap = new IOException("the work failed");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> lock.<String, IOException>call(() -> {
                    throw mishap;
                }))
                .isSameAs(mishap);

        assertThat(lock.tryAcquire()).isPresent();
    }

    @Promise
    default void workThatOutlivesItsLeaseIsToldSoAfterwards(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition definition = LockDefinition.of(fixture.name("slow"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        DistributedLock lock = client.lock(definition);

        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> lock.run(() -> fixture.await()
                        .until(() -> client.admin()
                                .find(definition.name())
                                .map(LockStatus::state)
                                .orElseThrow()
                                .equals(LockStatus.State.EXPIRED))))
                .withMessageContaining(definition.name());
    }
}
