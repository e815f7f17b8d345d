package io.rowlock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockSetupException;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import io.rowlock.memory.MemoryRequest.Kind;
import io.rowlock.memory.MemoryRequest.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On the stopped clock, on which everything that is asserted is exact. */
@Timeout(60)
class MemoryRowlockTest {
    private final MemoryRowlock memory = MemoryRowlock.stopped();

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void clientsOfDifferentNodesExcludeEachOther() {
        try (Hold hold = memory.client().lock("report").acquire()) {
            assertThat(memory.client("node-2").lock("report").tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
        assertThat(memory.client("node-2").lock("report").tryAcquire()).isPresent();
    }

    @Test
    void aNodeKeepsItsClientUntilThatIsClosed() {
        Rowlock client = memory.client();
        assertThat(memory.client()).isSameAs(client);
        assertThat(memory.client("node-2")).isNotSameAs(client);
        client.close();
        assertThat(memory.client()).isNotSameAs(client);
        assertThat(memory.client().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void codeThatBuildsItsClientItselfIsGivenTheDataSource() {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        try (Rowlock built = Rowlock.builder(memory.dataSource())
                .owner("the night shift")
                .listener(events::add)
                .build()) {
            built.lock("report").acquire();
            assertThat(memory.status("report"))
                    .hasValueSatisfying(status -> assertThat(status)
                            .returns(LockStatus.State.HELD, LockStatus::state)
                            .returns("the night shift", LockStatus::owner));
            assertThat(memory.client("node-2").lock("report").tryAcquire()).isEmpty();
        }
        assertThat(events).hasAtLeastOneElementOfType(LockEvent.Released.class);
    }

    @Test
    void clientsOfDifferentTablesNeverMeet() {
        try (Rowlock other =
                Rowlock.builder(memory.dataSource()).table("others").build()) {
            assertThat(other.lock("report").tryAcquire()).isPresent();
            assertThat(memory.client().lock("report").tryAcquire()).isPresent();
        }
    }

    @Test
    void theDataSourceHasNoConnectionsAndSaysWhatToDo() {
        assertThatExceptionOfType(java.sql.SQLException.class)
                .isThrownBy(() -> memory.dataSource().getConnection())
                .withMessageContaining("Rowlock.builder()")
                .withMessageContaining("wrapper");
    }

    @Test
    void locksCannotBeTiedToConnections() {
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() ->
                        Rowlock.builder(memory.dataSource()).connectionBound().build())
                .withMessageContaining("connectionBound");
    }

    @Test
    void theClockStandsStillUntilItIsMoved() {
        Instant start = memory.now();
        Hold hold = memory.client().lock("report").acquire();
        assertThat(hold.remaining()).isEqualTo(Duration.ofMillis(29_100));
        assertThat(memory.now()).isEqualTo(start);

        memory.advance(Duration.ofSeconds(4));

        assertThat(memory.now()).isEqualTo(start.plusSeconds(4));
        assertThat(hold.remaining()).isEqualTo(Duration.ofMillis(25_100));
    }

    @Test
    void everyRunGivesTheSameTokens() {
        long token = memory.client().lock("report").acquire().token();
        try (MemoryRowlock again = MemoryRowlock.stopped()) {
            assertThat(again.client().lock("report").acquire().token()).isEqualTo(token);
        }
        assertThat(token).isEqualTo(Instant.parse("2026-01-01T00:00:00Z").getEpochSecond() * 1_000_000);
    }

    @Test
    void holdsAreRenewedWhileTimePasses() {
        List<Hold> holds = List.of(
                memory.client().lock("a").acquire(), memory.client().lock("b").acquire());
        for (int hours = 0; hours < 3; hours++) {
            memory.advance(Duration.ofHours(1));
            assertThat(holds).allMatch(Hold::isHeld).allMatch(Hold::check);
        }
    }

    @Test
    void anUnrenewedHoldIsLostAtItsDeadlineAndTheLockIsFreeAfterTheGrace() {
        DistributedLock lock = memory.client().lock(LockDefinition.of("report").withRenewal(false));
        AtomicInteger lost = new AtomicInteger();
        Hold hold = lock.acquire();
        hold.onLost(lost::incrementAndGet);

        memory.advance(Duration.ofMillis(29_099));
        assertThat(hold.isHeld()).isTrue();
        assertThat(lost).hasValue(0);

        memory.advance(Duration.ofMillis(1));
        assertThat(hold.isHeld()).isFalse();
        assertThat(lost).hasValue(1);

        memory.advance(Duration.ofMillis(1_899));
        assertThat(memory.client("node-2").lock("report").tryAcquire()).isEmpty();
        memory.advance(Duration.ofMillis(1));
        assertThat(memory.client("node-2").lock("report").tryAcquire()).isPresent();
    }

    @Test
    void aStalledClientLosesWhatItDidNotRenew() {
        AtomicInteger lost = new AtomicInteger();
        Hold hold = memory.client().lock("report").acquire();
        hold.onLost(lost::incrementAndGet);

        memory.stall(Duration.ofMinutes(1));

        assertThat(hold.isHeld()).isFalse();
        assertThat(lost).hasValue(1);
        assertThat(memory.client("node-2").lock("report").tryAcquire()).isPresent();
    }

    @Test
    void aThreadThatWaitsLetsTheTimePass() {
        memory.holdElsewhere("report");
        Instant start = memory.now();

        assertThat(memory.client().lock("report").tryAcquire(Duration.ofHours(1)))
                .isEmpty();

        assertThat(memory.now()).isEqualTo(start.plus(Duration.ofHours(1)));
        assertThatExceptionOfType(LockTimeoutException.class)
                .isThrownBy(() -> memory.client().lock("report").acquire(Duration.ofSeconds(2)))
                .withMessageContaining("elsewhere");
    }

    @Test
    void aThreadThatWaitsGetsALockWhoseHolderHasDied() {
        memory.holdElsewhere("report", Duration.ofSeconds(10));
        Instant start = memory.now();

        assertThat(memory.client().lock("report").tryAcquire(Duration.ofMinutes(1)))
                .isPresent();

        assertThat(memory.now()).isBetween(start.plusSeconds(10), start.plusSeconds(11));
    }

    @Test
    void aFutureWaitsUntilTheTestLetsTimePass() {
        memory.holdElsewhere("report");
        CompletableFuture<Hold> future = memory.client()
                .lock("report")
                .acquireAsync(Duration.ofSeconds(5))
                .toCompletableFuture();
        memory.advance(Duration.ofMillis(4_999));
        assertThat(future).isNotDone();

        memory.advance(Duration.ofMillis(1));

        assertThat(future)
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LockTimeoutException.class);
    }

    @Test
    void freeingALockGivesItToWhoeverWaitsForIt() {
        memory.holdElsewhere("report");
        CompletableFuture<Hold> future = memory.client()
                .lock("report")
                .acquireAsync(Duration.ofSeconds(5))
                .toCompletableFuture();

        memory.free("report");

        assertThat(future).succeedsWithin(30, TimeUnit.SECONDS);
        assertThat(future.join().isHeld()).isTrue();
    }

    /** The attempt waits for its next retry, and on a stopped clock that moment does not come by itself. */
    @Test
    void closingEndsWhileAFutureRetries() {
        memory.fail(MemoryFailure.TRANSIENT);
        CompletableFuture<Hold> future =
                memory.client().lock("report").acquireAsync(Duration.ZERO).toCompletableFuture();

        CompletableFuture<Void> closed = CompletableFuture.runAsync(memory.client()::close);

        assertThat(closed).succeedsWithin(30, TimeUnit.SECONDS);
        assertThat(future).failsWithin(30, TimeUnit.SECONDS);
    }

    @Test
    void freeingEndsAKeepForToo() {
        DistributedLock nightly =
                memory.client().lock(LockDefinition.of("nightly").withKeepFor(Duration.ofHours(8)));
        nightly.acquire().close();
        assertThat(nightly.tryAcquire()).isEmpty();

        memory.free("nightly");

        assertThat(nightly.tryAcquire()).isPresent();
    }

    @Test
    void freeingALockThatIsFreeChangesNothing() {
        memory.free("unused");
        memory.client().lock("used").acquire().close();
        memory.free("used");
        assertThat(memory.client().lock("used").tryAcquire()).isPresent();
    }

    @Test
    void aLockOfTheTestsOwnClientsIsNeitherFreedNorHeldElsewhere() {
        Hold hold = memory.client().lock("report").acquire();
        assertThatIllegalStateException()
                .isThrownBy(() -> memory.free("report"))
                .withMessageContaining("node-1")
                .withMessageContaining("lose()");
        assertThatIllegalStateException()
                .isThrownBy(() -> memory.holdElsewhere("report"))
                .withMessageContaining("node-1");
        assertThat(hold.check()).isTrue();
    }

    @Test
    void aLostLockIsToldAtOnceAndFree() {
        AtomicInteger lost = new AtomicInteger();
        Hold hold = memory.client().lock("report").acquire();
        hold.onLost(lost::incrementAndGet);

        memory.lose("report");

        assertThat(hold.isHeld()).isFalse();
        assertThat(lost).hasValue(1);
        try (Hold next = memory.client("node-2").lock("report").acquire()) {
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }

    @Test
    void onlyAClientCanLoseALock() {
        memory.holdElsewhere("taken");
        for (String lock : List.of("taken", "unused")) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> memory.lose(lock))
                    .withMessageContaining(lock);
        }
    }

    @Test
    void anUnreachableDatabaseIsBrokenAndNotBusy() {
        DistributedLock lock = memory.client().lock("report");
        memory.unreachable();

        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(lock::tryAcquire)
                .withMessageContaining("unreachable");
        assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> lock.acquire(Duration.ofSeconds(30)));

        memory.heal();
        assertThat(lock.tryAcquire()).isPresent();
    }

    @Test
    void aHolderThatIsCutOffLosesItsLockAndOthersGoOn() {
        Hold cutOff = memory.client().lock("report").acquire();
        Hold other = memory.client("node-2").lock("other").acquire();
        memory.node(MemoryRowlock.FIRST_NODE).fail(MemoryFailure.UNREACHABLE);

        memory.advance(Duration.ofSeconds(31));

        assertThat(cutOff.isHeld()).isFalse();
        assertThat(other.isHeld()).isTrue();
        assertThat(memory.client("node-2").lock("report").tryAcquire()).isPresent();
    }

    @Test
    void anOutcomeThatStaysUnknownIsToldAsSuch() {
        Hold hold = memory.client().lock("report").acquire();
        for (MemoryFailure failure : List.of(MemoryFailure.REQUEST_LOST, MemoryFailure.ANSWER_LOST)) {
            memory.fail(failure);
            assertThatExceptionOfType(LockOutcomeUnknownException.class).isThrownBy(hold::renew);
            assertThatExceptionOfType(LockOutcomeUnknownException.class)
                    .isThrownBy(() -> memory.client().lock("other").tryAcquire());
            memory.heal();
            assertThat(hold.check()).isTrue();
        }
    }

    @Test
    void anAnswerThatIsLostOnceIsAskedForAgain() {
        memory.fail(MemoryFailure.ANSWER_LOST, 1);
        try (Hold hold = memory.client().lock("report").acquire()) {
            assertThat(hold.check()).isTrue();
        }
        assertThat(memory.requests("report"))
                .extracting(MemoryRequest::kind, MemoryRequest::outcome)
                .startsWith(
                        org.assertj.core.groups.Tuple.tuple(Kind.ACQUIRE, Outcome.FAILED),
                        org.assertj.core.groups.Tuple.tuple(Kind.ACQUIRE, Outcome.GRANTED));
    }

    @Test
    void aPassingFailureIsNotSeenByCallers() {
        memory.fail(MemoryFailure.TRANSIENT, 3);
        assertThat(memory.client().lock("report").tryAcquire()).isPresent();
    }

    @Test
    void whatIsRejectedFailsAtOnce() {
        Instant start = memory.now();
        memory.fail(MemoryFailure.REJECTED);
        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(() -> memory.client().lock("report").acquire(Duration.ofMinutes(1)))
                .withMessageContaining("reject");
        assertThat(memory.now()).isEqualTo(start);
    }

    @Test
    void closingABrokenDatabaseEnds() {
        memory.client().lock("report").acquire();
        memory.unreachable();
        memory.client().close();
        assertThat(memory.status("report"))
                .hasValueSatisfying(status -> assertThat(status.state()).isEqualTo(LockStatus.State.HELD));
    }

    @Test
    void requestsAreListed() {
        memory.client()
                .lock("report")
                .run(() -> assertThat(memory.client("node-2").lock("report").tryAcquire())
                        .isEmpty());

        assertThat(memory.requests("report"))
                .extracting(MemoryRequest::toString)
                .containsExactly(
                        "ACQUIRE report by node-1: GRANTED",
                        "ACQUIRE report by node-2: BUSY",
                        "RELEASE report by node-1: DONE");
        assertThat(memory.requests("other")).isEmpty();
        memory.clearRequests();
        assertThat(memory.requests()).isEmpty();
    }

    @Test
    void senselessInputIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> memory.advance(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> memory.stall(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> memory.fail(MemoryFailure.REJECTED, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> memory.holdElsewhere(" "));
    }
}
