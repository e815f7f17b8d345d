package io.rowlock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Time that passes when the test moves the clock or a thread waits. Every moment that is asserted is exact. */
@Timeout(60)
class StoppedClockTest {
    private final MemoryRowlock memory = MemoryRowlock.stopped();

    @AfterEach
    void close() {
        memory.close();
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
}
