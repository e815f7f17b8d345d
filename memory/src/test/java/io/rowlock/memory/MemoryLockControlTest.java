package io.rowlock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks that the test has held elsewhere, frees, or takes from their holders, on the stopped clock. */
@Timeout(60)
class MemoryLockControlTest {
    private final MemoryRowlock memory = MemoryRowlock.stopped();

    @AfterEach
    void close() {
        memory.close();
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
}
