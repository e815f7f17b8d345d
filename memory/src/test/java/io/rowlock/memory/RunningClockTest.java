package io.rowlock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A clock that runs, and is moved ahead as well. */
class RunningClockTest {
    private final MemoryRowlock memory = MemoryRowlock.create();

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void theClockRunsAndCanBeMovedAhead() {
        Instant start = memory.now();
        Awaitility.await().until(() -> memory.now().isAfter(start));
        memory.advance(Duration.ofHours(1));
        assertThat(memory.now()).isBetween(start.plus(Duration.ofHours(1)), start.plus(Duration.ofHours(2)));
    }

    @Test
    void holdsAreRenewedWhileTheClockIsMovedAhead() {
        Hold renewed = memory.client().lock("renewed").acquire();
        Hold unrenewed = memory.client()
                .lock(LockDefinition.of("unrenewed").withRenewal(false))
                .acquire();
        AtomicInteger lost = new AtomicInteger();
        unrenewed.onLost(lost::incrementAndGet);

        memory.advance(Duration.ofMinutes(10));

        assertThat(renewed.isHeld()).isTrue();
        assertThat(unrenewed.isHeld()).isFalse();
        assertThat(lost).hasValue(1);
    }

    @Test
    void aThreadWaitsUntilAnotherReleasesTheLock() {
        Hold hold = memory.client().lock("report").acquire();
        CompletableFuture<Hold> waiting = waiting(memory.client("node-2").lock("report"));
        assertThat(waiting).isNotDone();

        hold.close();

        assertThat(waiting).succeedsWithin(30, TimeUnit.SECONDS);
    }

    @Test
    void aThreadThatWaitsIsOverWhenTheClockIsMovedPastItsTime() {
        memory.holdElsewhere("report");
        CompletableFuture<Optional<Hold>> waiting = CompletableFuture.supplyAsync(
                () -> memory.client().lock("report").tryAcquire(Duration.ofHours(1)));
        awaitRequest("report");

        memory.advance(Duration.ofHours(1));

        assertThat(waiting).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(Optional.empty());
    }

    private CompletableFuture<Hold> waiting(DistributedLock lock) {
        int before = memory.requests().size();
        CompletableFuture<Hold> waiting = CompletableFuture.supplyAsync(() -> lock.acquire(Duration.ofMinutes(1)));
        Awaitility.await().until(() -> memory.requests().size() > before);
        return waiting;
    }

    private void awaitRequest(String lock) {
        Awaitility.await().until(() -> !memory.requests(lock).isEmpty());
    }
}
