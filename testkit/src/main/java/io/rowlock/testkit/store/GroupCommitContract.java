package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockEvent;
import io.rowlock.LockInterruptedException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.StoredLocks.RowLock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.StalledClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Calls of a process that are under way together share a statement, and nothing else: each has its own answer, and a
 * failure of one is not a failure of the others.
 */
public interface GroupCommitContract extends ClientContract {

    /** How many calls are brought together. */
    int CALLS = 40;

    /** The most statements that they may take on any database; one by one they would take at least {@link #CALLS}. */
    int FEW = 8;

    @Promise
    default void callsThatAreUnderWayTogetherShareAStatement(ClientFixture fixture) {
        StalledClient stalled = new StalledClient(fixture);

        List<Hold> holds = stalled.through(CALLS, number -> stalled.client().lock(stalled.name(number))::acquire);
        assertThat(stalled.statements()).as("statements for %d acquires", CALLS).isLessThanOrEqualTo(FEW);
        assertThat(holds)
                .allSatisfy(hold -> assertThat(hold.token())
                        .isEqualTo(fixture.rows().number(hold.key().name(), "token")));
        assertThat(holds).allMatch(Hold::check);

        assertThat(stalled.through(CALLS, number -> () -> renewed(holds.get(number))))
                .doesNotContain(false);
        assertThat(stalled.statements()).as("statements for %d renewals", CALLS).isLessThanOrEqualTo(FEW);
        assertThat(holds).allMatch(hold -> fixture.rows().number(hold.key().name(), "renewals") > 0);

        stalled.through(CALLS, number -> () -> ClientFixture.closed(holds.get(number)));
        assertThat(stalled.statements()).as("statements for %d releases", CALLS).isLessThanOrEqualTo(FEW);
        assertThat(holds)
                .allMatch(hold -> fixture.client().lock(hold.key().name()).tryRun(() -> {}));
    }

    @Promise
    default void acquiresReleasesAndRenewalsThatAreUnderWayTogetherAreAnsweredEachForItself(ClientFixture fixture) {
        StalledClient stalled = new StalledClient(fixture);
        List<Hold> held = stalled.through(CALLS, number -> stalled.client().lock(stalled.name(number))::acquire);
        Rowlock other = fixture.client();

        List<Boolean> answers = stalled.through(2 * CALLS, number -> switch (number % 4) {
            case 0 -> () -> ClientFixture.closed(held.get(number / 2));
            case 1 -> () -> renewed(held.get(number / 2 + 1));
            case 2 ->
                () -> stalled.client()
                        .lock(stalled.name("fresh", number))
                        .tryAcquire()
                        .isPresent();
            default ->
                () -> stalled.client()
                        .lock(stalled.name(number / 2))
                        .tryAcquire()
                        .isEmpty();
        });

        assertThat(answers).hasSize(2 * CALLS).doesNotContain(false);
        assertThat(stalled.statements()).isLessThanOrEqualTo(2 * FEW);
        for (int number = 0; number < CALLS; number++) {
            assertThat(held.get(number).isHeld()).isEqualTo(number % 2 == 1);
            assertThat(other.lock(stalled.name(number)).tryRun(() -> {})).isEqualTo(number % 2 == 0);
        }
        assertThat(held.stream().filter(Hold::isHeld)).allMatch(Hold::check);
    }

    /**
     * One of the grants no longer stands, so the round trip needs more statements; others have the locks, and give them back,
     * before all of them were sent.
     */
    @Promise
    default void aReleaseIsNotTakenForALossThoughOthersHadTheLockBeforeItWasAnswered(ClientFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        StalledClient stalled = new StalledClient(fixture, settings -> settings.listener(events::add));
        Rowlock other = fixture.client();
        List<Hold> held = IntStream.range(0, 3)
                .mapToObj(number -> stalled.client().lock(stalled.name(number)).acquire())
                .toList();
        stalled.stop();
        List<Thread> callers =
                held.stream().map(hold -> fixture.crew().thread(hold::close)).toList();
        stalled.awaitQueued(callers);
        other.admin().revokeNow(stalled.name(2), held.get(2).token());
        Hold theirs = other.lock(stalled.name(2)).acquire();
        stalled.letBlockersThrough();
        fixture.await().until(() -> {
            stalled.gate().let(1);
            return other.lock(stalled.name(0)).tryRun(() -> {})
                    && other.lock(stalled.name(1)).tryRun(() -> {});
        });
        stalled.gate().open();
        fixture.await().until(() -> callers.stream().noneMatch(Thread::isAlive));

        assertThat(events)
                .noneMatch(event ->
                        event instanceof LockEvent.Lost lost && !lost.key().equals(theirs.key()));
        assertThat(theirs.check()).isTrue();
    }

    /** As when the database's clock was an hour ahead while some of the locks were last granted, and has been corrected since. */
    @Promise
    default void tokensOfABatchGrowWhenTheDatabasesClockWasSetBack(ClientFixture fixture) {
        StalledClient stalled = new StalledClient(fixture);
        List<Long> before =
                stalled.through(CALLS, number -> () -> token(stalled.client().lock(stalled.name(number))));
        long future = Collections.max(before) + Duration.ofHours(1).toMillis() * 1_000;
        IntStream.range(0, CALLS / 2).forEach(number -> fixture.rows().set(stalled.name(2 * number), "token", future));

        List<Long> after =
                stalled.through(CALLS, number -> () -> token(stalled.client().lock(stalled.name(number))));

        for (int number = 0; number < CALLS; number++) {
            assertThat(after.get(number))
                    .isEqualTo(fixture.rows().number(stalled.name(number), "token"))
                    .isGreaterThan(number % 2 == 0 ? future : before.get(number));
        }
    }

    private static long token(DistributedLock lock) {
        try (Hold hold = lock.tryAcquire().orElseThrow()) {
            return hold.token();
        }
    }

    @Promise
    default void ofManyCallsForOneLockOneIsGranted(ClientFixture fixture) {
        StalledClient stalled = new StalledClient(fixture);

        List<Optional<Hold>> answers =
                stalled.through(CALLS, number -> stalled.client().lock(stalled.name(number % 4))::tryAcquire);

        List<Hold> granted = answers.stream().flatMap(Optional::stream).toList();
        assertThat(granted).extracting(Hold::key).doesNotHaveDuplicates().hasSize(4);
        assertThat(granted).allMatch(Hold::check);
    }

    @Promise
    default void aRowThatSomeoneHasLockedDelaysOnlyItsOwnClaim(ClientFixture fixture) {
        StalledClient stalled = new StalledClient(fixture);
        stalled.through(
                CALLS,
                number -> () -> ClientFixture.closed(
                        stalled.client().lock(stalled.name(number)).acquire()));
        try (RowLock open = fixture.rows().lockRow(stalled.name(3))) {
            List<Optional<Hold>> holds =
                    stalled.through(CALLS, number -> stalled.client().lock(stalled.name(number))::tryAcquire);
            assertThat(holds.get(3)).isEmpty();
            holds.remove(3);
            assertThat(holds).allMatch(Optional::isPresent);
            assertThat(open.isOpen()).isTrue();
        }
        Hold third = stalled.client().lock(stalled.name(3)).acquire();
        Hold fourth = stalled.client().lock(stalled.name("fourth", 0)).acquire();
        try (RowLock open = fixture.rows().lockRow(stalled.name(3))) {
            stalled.through(2, number -> () -> ClientFixture.closed(number == 0 ? third : fourth));
            assertThat(fixture.client().lock(fourth.key().name()).tryRun(() -> {}))
                    .isTrue();
            assertThat(open.isOpen()).isTrue();
        }
        Rowlock other = fixture.client();
        fixture.await().until(() -> other.lock(stalled.name(3)).tryRun(() -> {}));
    }

    @Promise
    default void anInterruptFreesItsCallerAloneAndLeavesNoOrphan(ClientFixture fixture) {
        StalledClient stalled = new StalledClient(fixture);
        stalled.stop();
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        List<Thread> callers = IntStream.range(0, CALLS)
                .mapToObj(number -> {
                    CompletableFuture<Boolean> answer = new CompletableFuture<>();
                    answers.add(answer);
                    return fixture.crew().thread(() -> answer.complete(isAcquired(stalled, number)));
                })
                .toList();
        stalled.awaitQueued(callers);
        stalled.letBlockersThrough();
        fixture.await().until(() -> stalled.gate().waiting() > 0);

        IntStream.range(0, CALLS)
                .filter(number -> number % 2 == 0)
                .forEach(number -> callers.get(number).interrupt());
        for (int number = 0; number < CALLS; number += 2) {
            assertThat(answers.get(number)).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(false);
        }
        stalled.gate().open();
        for (int number = 1; number < CALLS; number += 2) {
            assertThat(answers.get(number)).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(true);
        }
        Rowlock other = fixture.client();
        for (int number = 0; number < CALLS; number += 2) {
            String orphan = stalled.name(number);
            fixture.await().until(() -> other.lock(orphan).tryRun(() -> {}));
        }
    }

    /** Many threads, each with locks of its own and some of everybody's: nobody is given another's answer. */
    @Promise
    default void answersGoToWhomTheyBelong(ClientFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("answers");
        fixture.crew().together(24, number -> {
            for (int round = 0; round < 12; round++) {
                boolean shared = ThreadLocalRandom.current().nextInt(4) == 0;
                String lock = name + (shared ? "-shared" + round % 3 : "-own" + number + "-" + round % 4);
                client.lock(lock).tryAcquire().ifPresent(hold -> {
                    assertThat(hold.key().name()).isEqualTo(lock);
                    assertThat(fixture.rows().number(lock, "token")).isEqualTo(hold.token());
                    assertThat(hold.check()).isTrue();
                    hold.close();
                });
            }
        });
    }

    private static boolean renewed(Hold hold) {
        hold.renew();
        return hold.isHeld();
    }

    private static boolean isAcquired(StalledClient stalled, int number) {
        try {
            return stalled.client().lock(stalled.name(number)).tryAcquire().isPresent();
        } catch (LockInterruptedException freed) {
            return false;
        }
    }
}
